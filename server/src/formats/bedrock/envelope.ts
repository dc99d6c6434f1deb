import type { Usage, Warning } from '@parley/contract';
import type { Json } from '../format.ts';
import { count, isObject, name, obj } from '../shared/read.ts';
import { usageOf } from '../shared/usage.ts';
import { warning } from '../shared/warnings.ts';

/**
 * A body as the client sent it: JSON text or already parsed. Without a body, the envelope itself is the body.
 */
export function readBody(envelope: Json, path: string, warnings: Warning[]): Json {
  const { body } = envelope;
  if (isObject(body)) return body;
  if (typeof body === 'string') {
    const parsed = parse(body);
    if (isObject(parsed)) return parsed;
    warnings.push(warning(path, 'body_not_json', 'The body is not a JSON object.'));
    return obj(null);
  }
  return envelope;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** `requestId` as documented, or where AWS's clients for JavaScript and Python put it. */
export function requestIdOf(response: Json): string | null {
  return (
    name(response.requestId) ??
    name(obj(response.$metadata).requestId) ??
    name(obj(response.ResponseMetadata).RequestId)
  );
}

/**
 * Some families report token counts only in response headers, which clients that log the whole AWS response
 * include; a joined stream has the counts in its last chunk.
 */
export function countsBeside(response: Json, body: Json): Usage {
  const metadata = obj(response.ResponseMetadata);
  const headers = obj(response.headers ?? metadata.HTTPHeaders ?? obj(response.$metadata).httpHeaders);
  const metrics = obj(body['amazon-bedrock-invocationMetrics']);
  return usageOf({
    input: count(metrics.inputTokenCount) ?? headerCount(headers['x-amzn-bedrock-input-token-count']),
    output: count(metrics.outputTokenCount) ?? headerCount(headers['x-amzn-bedrock-output-token-count']),
    cachedInput: count(metrics.cacheReadInputTokenCount),
    cacheWrite: count(metrics.cacheWriteInputTokenCount),
  });
}

function headerCount(value: unknown): number | null {
  return count(typeof value === 'string' && value !== '' ? Number(value) : value);
}
