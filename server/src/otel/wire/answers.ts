/** Responses to OTLP clients, in the encoding of the request. */
import type { Encoding } from './decode.ts';
import { ExportResponse, RpcStatus } from './messages.ts';

/** The rejected records of an accepted request: how many, and why, in a sentence. */
export type Rejected = { count: number; message: string };

const REJECTED = { traces: 'rejectedSpans', logs: 'rejectedLogRecords' } as const;

/** `ExportTraceServiceResponse` or `ExportLogsServiceResponse`. */
export function exportAnswer(
  signal: keyof typeof REJECTED,
  encoding: Encoding,
  rejected: Rejected | null,
): Buffer {
  if (encoding === 'json') {
    const partialSuccess = rejected && {
      [REJECTED[signal]]: String(rejected.count),
      errorMessage: rejected.message,
    };
    return Buffer.from(JSON.stringify(partialSuccess === null ? {} : { partialSuccess }));
  }
  const partialSuccess = rejected && { rejected: rejected.count, errorMessage: rejected.message };
  return Buffer.from(ExportResponse.encode(partialSuccess === null ? {} : { partialSuccess }).finish());
}

/** The `google.rpc.Status` of a refusal. */
export function statusAnswer(encoding: Encoding, httpStatus: number, message: string): Buffer {
  const status = { code: CODES.get(httpStatus) ?? UNKNOWN, message };
  if (encoding === 'json') return Buffer.from(JSON.stringify(status));
  return Buffer.from(RpcStatus.encode(status).finish());
}

const UNKNOWN = 2;
/** google.rpc's codes by HTTP status. */
const CODES: ReadonlyMap<number, number> = new Map([
  [400, 3], // INVALID_ARGUMENT
  [401, 16], // UNAUTHENTICATED
  [403, 7], // PERMISSION_DENIED
  [404, 5], // NOT_FOUND
  [405, 12], // UNIMPLEMENTED
  [408, 4], // DEADLINE_EXCEEDED
  [413, 8], // RESOURCE_EXHAUSTED
  [415, 3],
  [422, 3],
  [429, 8],
  [500, 13], // INTERNAL
  [503, 14], // UNAVAILABLE
]);
