import { DESCRIPTORS, type Format, type FormatTypes } from './providers/formats.ts';

export type InteractionType = FormatTypes[Format];

/** Types that are not part of a conversation: texts go in, and vectors or a ranking come out. */
export const WORDLESS_TYPES = ['embedding', 'rerank'] as const satisfies readonly InteractionType[];

export function isWordless(type: string): type is (typeof WORDLESS_TYPES)[number] {
  return type === 'embedding' || type === 'rerank';
}

/** The formats that a payload may name in `reconify.format`. */
export const FORMATS = Object.keys(DESCRIPTORS) as Format[];

/** The formats of a record: those of payloads, and `otel` for a model call that arrived as telemetry. */
export const RECORDED_FORMATS = [...FORMATS, 'otel'] as const;
export type RecordedFormat = (typeof RECORDED_FORMATS)[number];

export function isRecordedFormat(value: unknown): value is RecordedFormat {
  return isFormat(value) || value === 'otel';
}

export function isFormat(value: unknown): value is Format {
  return typeof value === 'string' && Object.hasOwn(DESCRIPTORS, value);
}

export function typesOf(format: Format): readonly InteractionType[] {
  return DESCRIPTORS[format].types;
}
