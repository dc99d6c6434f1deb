/** Replays rejected telemetry, which a newer version may understand. */
import { ApiError } from '../../base/errors.ts';
import { lastMember, MemberScan } from '../../base/member-scan.ts';
import type { Application } from '../../ingest/credentials.ts';
import type { Accepted } from '../../ingest/track.ts';
import { SIGNALS } from '../record-text.ts';
import type { SignalName } from '../telemetry.ts';
import { recordTelemetry } from './take-telemetry.ts';
import type { TelemetryIngest } from './telemetry-ingest.ts';

/**
 * Null when the bytes are not telemetry. `beforeRecording` is awaited once the telemetry is known to be
 * valid.
 */
export async function replayTelemetry(
  ingest: TelemetryIngest,
  application: Application,
  bytes: Buffer,
  beforeRecording: () => Promise<void>,
): Promise<Accepted | null> {
  const request = requestIn(bytes);
  if (request === null) return null;
  const { signal, values } = request;
  const { id, keepVectors } = application;
  const read = await ingest.telemetryParser.parseTelemetry(
    id,
    signal,
    request.bytes,
    'json',
    values,
    keepVectors,
  );
  const { parsed } = read;
  if ('refusal' in parsed) throw refused('invalid_telemetry', parsed.refusal);
  const records = parsed.portions.flatMap((portion) => portion.records);
  const rejected = records.find(({ kind }) => kind === 'rejected');
  if (rejected?.kind === 'rejected') throw refused('invalid_telemetry', rejected.problem);
  if (!records.some(({ kind }) => kind === 'call'))
    throw refused('no_model_call', 'This is no model call: there is nothing to record.');
  await beforeRecording();
  const receivedAt = ingest.now();
  const { bytes: sent } = read;
  const taken = await recordTelemetry(ingest, application, {
    signal,
    encoding: 'json',
    bytes: sent,
    parsed,
    receivedAt,
  });
  const [first] = taken.calls;
  // A call that this one repeats was recorded in the meantime.
  if (!first) throw refused('no_model_call', 'This repeats a model call that is recorded already.');
  return { ...first, warnings: [] };
}

type Request = { signal: SignalName; bytes: Buffer; values: number };

const MEMBERS = new Set([
  'reconify',
  'resource',
  'scope',
  'span',
  'logRecord',
  'resourceSpans',
  'resourceLogs',
]);

/** The OTLP request in a rejection, which holds a request or, if it was a single record, only that. */
function requestIn(bytes: Buffer): Request | null {
  const scan = new MemberScan(MEMBERS);
  scan.feed(bytes);
  const has = (key: string) => lastMember(scan.members, key) !== undefined;
  // A payload of `/track`.
  if (!scan.complete || has('reconify')) return null;
  const { values } = scan;
  if (has('resourceSpans')) return { signal: 'traces', bytes, values };
  if (has('resourceLogs')) return { signal: 'logs', bytes, values };
  const textOf = (key: string) => {
    const member = lastMember(scan.members, key);
    return member ? bytes.subarray(member.start, member.end) : Buffer.from('null');
  };
  for (const signal of ['traces', 'logs'] as const) {
    const { groups, scopes, records, record } = SIGNALS[signal];
    if (!has(record)) continue;
    const pieces = [
      Buffer.from(`{"${groups}":[{"resource":`),
      textOf('resource'),
      Buffer.from(`,"${scopes}":[{"scope":`),
      textOf('scope'),
      Buffer.from(`,"${records}":[`),
      textOf(record),
      Buffer.from(']}]}]}'),
    ];
    return { signal, bytes: Buffer.concat(pieces), values };
  }
  return null;
}

function refused(code: string, message: string): ApiError {
  return new ApiError('invalid_payload', { issues: [{ path: '', code, message }] });
}
