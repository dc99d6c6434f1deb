/** The upstream formats a payload may name in `reconify.format`, and the types each allows. */
export const FORMAT_TYPES = {
  gemini: ['chat', 'generate', 'embedding'],
  bedrock: ['chat', 'embedding', 'rerank'],
  cohere: ['chat', 'generate', 'embedding', 'rerank'],
  anthropic: ['chat', 'completion'],
  openai: ['chat', 'completion', 'response', 'embedding'],
  mistral: ['chat', 'embedding'],
  perplexity: ['chat'],
  /** For providers without a format of their own; read as OpenAI-like where it looks like one. */
  universal: ['chat', 'embedding', 'rerank'],
} as const satisfies Record<string, readonly string[]>;

export type Format = keyof typeof FORMAT_TYPES;
export type InteractionType = (typeof FORMAT_TYPES)[Format][number];

/** What is no part of a conversation: texts go in, and vectors or a ranking come out. */
export const WORDLESS_TYPES = ['embedding', 'rerank'] as const satisfies readonly InteractionType[];

export function isWordless(type: string): type is (typeof WORDLESS_TYPES)[number] {
  return type === 'embedding' || type === 'rerank';
}

export const FORMATS = Object.keys(FORMAT_TYPES) as Format[];

/** What a record may say: what a payload may name, and `otel` for a model call that came as telemetry. */
export const RECORDED_FORMATS = [...FORMATS, 'otel'] as const;
export type RecordedFormat = (typeof RECORDED_FORMATS)[number];

export function isRecordedFormat(value: unknown): value is RecordedFormat {
  return isFormat(value) || value === 'otel';
}

export function isFormat(value: unknown): value is Format {
  return typeof value === 'string' && Object.hasOwn(FORMAT_TYPES, value);
}

export function typesOf(format: Format): readonly InteractionType[] {
  return FORMAT_TYPES[format];
}
