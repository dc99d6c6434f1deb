/** Where the resources, scopes and records of an OTLP request stand in its bytes, whatever its encoding. */
export type ScopeSlices = { scope: Buffer | null; records: Buffer[] };
export type GroupSlices = { resource: Buffer | null; scopes: ScopeSlices[] };

/**
 * What one request may have. A byte can be a record of its own, so that bytes alone bound nothing. Exporters send 512
 * spans at a time, collectors 8,192.
 */
export const MAX_RECORDS = 10_000;
/** Fields and values of all records together; a model call has about 100. */
export const MAX_VALUES = 1_000_000;
/** Values inside of each other. */
export const MAX_DEPTH = 512;
/** Of a resource, and of a scope: each call is kept with its own. */
export const MAX_ORIGIN_BYTES = 32 * 1024;
export const MAX_ORIGIN_ATTRIBUTES = 1000;

/** Why nothing of the request can be taken, in a sentence. */
export type Refusal = { refusal: string; tooLarge?: true };

const SMALLER =
  'Lower the batch size: OTEL_BSP_MAX_EXPORT_BATCH_SIZE, or send_batch_max_size of a collector.';

/** What of a request has been counted so far. */
export type Counts = { records: number; values: number; depth: number };

export function refusalFor({ records, values, depth }: Counts): Refusal | null {
  if (records > MAX_RECORDS) return tooLarge(`A request may have ${MAX_RECORDS} records at most. ${SMALLER}`);
  if (values > MAX_VALUES) return tooLarge(`A request may have ${MAX_VALUES} values at most. ${SMALLER}`);
  if (depth > MAX_DEPTH)
    return { refusal: `A request may have ${MAX_DEPTH} levels of values at most, not ${depth}.` };
  return null;
}

/** For a resource or a scope. */
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
