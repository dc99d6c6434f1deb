import type { LogRecord } from '../telemetry.ts';
import {
  type DecodeLimits,
  decode,
  type Encoding,
  isSpanAmongLogs,
  type Received,
  type Signal,
} from './decode.ts';
import { LogMessage } from './messages.ts';
import { logOf } from './read-log.ts';
import type { Refusal } from './slices.ts';

export const LOGS: Signal<LogRecord> = {
  groups: 'resourceLogs',
  scopes: 'scopeLogs',
  records: 'logRecords',
  record: 'logRecord',
  message: LogMessage,
  read: logOf,
  isForeign: isSpanAmongLogs,
  foreign: {
    groups: 'resourceSpans',
    refusal: 'These are traces: they belong to /v1/traces, not to /v1/logs.',
  },
};

/** The records of an `ExportLogsServiceRequest`. Never throws. */
export function decodeLogs(
  bytes: Buffer,
  encoding: Encoding,
  limits?: DecodeLimits,
): Received<LogRecord>[] | Refusal {
  return decode(bytes, encoding, LOGS, limits);
}
