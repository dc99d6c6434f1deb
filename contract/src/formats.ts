/** The upstream formats a payload may name in `reconify.format`, and the types each allows. */
export const FORMAT_TYPES = {
  gemini: ['chat', 'generate'],
  bedrock: ['chat'],
  cohere: ['chat', 'generate'],
  anthropic: ['chat', 'completion'],
  openai: ['chat', 'completion', 'response'],
  mistral: ['chat'],
  perplexity: ['chat'],
  /** For providers without a format of their own; read as OpenAI-like where it looks like one. */
  universal: ['chat'],
} as const satisfies Record<string, readonly string[]>;

export type Format = keyof typeof FORMAT_TYPES;
export type InteractionType = (typeof FORMAT_TYPES)[Format][number];

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
