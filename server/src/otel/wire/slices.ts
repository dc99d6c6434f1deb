/** The bytes of the resources, scopes and records of an OTLP request, in either encoding. */
export type ScopeSlices = { scope: Buffer | null; records: Buffer[] };
export type GroupSlices = { resource: Buffer | null; scopes: ScopeSlices[] };

/**
 * Limits of one request. A record may be a single byte, so a limit of bytes alone is not enough. Exporters
 * send 512 spans at a time, collectors 8,192.
 */
export const MAX_RECORDS = 10_000;
/** Fields and values of all records together. A model call has about 100. */
export const MAX_VALUES = 1_000_000;
/** Levels of nested values. */
export const MAX_DEPTH = 512;
/** Limits of a resource and of a scope, of which every call keeps a copy. */
export const MAX_ORIGIN_BYTES = 32 * 1024;
export const MAX_ORIGIN_ATTRIBUTES = 1000;

/** Why the whole request is refused, in a sentence. */
export type Refusal = {
  refusal: string;
  tooLarge?: true;
  /** The request exceeds the caller's own limits, and another thread may decode it. */
  overLimits?: true;
};

const SMALLER =
  'Lower the batch size: OTEL_BSP_MAX_EXPORT_BATCH_SIZE, or send_batch_max_size of a collector.';

/** Counted so far. */
export type Counts = { records: number; values: number; depth: number };

export function refusalFor({ records, values, depth }: Counts): Refusal | null {
  if (records > MAX_RECORDS) return tooLarge(`A request may have ${MAX_RECORDS} records at most. ${SMALLER}`);
  if (values > MAX_VALUES) return tooLarge(`A request may have ${MAX_VALUES} values at most. ${SMALLER}`);
  if (depth > MAX_DEPTH)
    return { refusal: `A request may have ${MAX_DEPTH} levels of values at most, not ${depth}.` };
  return null;
}

export function originRefusal(name: 'resource' | 'scope', bytes: number, attributes: number): Refusal | null {
  if (bytes > MAX_ORIGIN_BYTES)
    return tooLarge(`A ${name} may have ${MAX_ORIGIN_BYTES} bytes at most, not ${bytes}.`);
  if (attributes > MAX_ORIGIN_ATTRIBUTES)
    return tooLarge(`A ${name} may have ${MAX_ORIGIN_ATTRIBUTES} attributes at most, not ${attributes}.`);
  return null;
}

function tooLarge(refusal: string): Refusal {
  return { refusal, tooLarge: true };
}
