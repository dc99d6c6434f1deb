/** Takes telemetry that was rejected earlier once more, as a newer version may understand it. */
import { ApiError } from '../base/errors.ts';
import { SIGNALS } from '../otel/kept-text.ts';
import type { SignalName } from '../otel/telemetry.ts';
import type { Application } from './credentials.ts';
import { lastMember, MemberScan } from './slices.ts';
import { recordTelemetry } from './telemetry.ts';
import type { Accepted, Ingest } from './track.ts';

/** Null when the bytes are no telemetry. `taking` is awaited when nothing is wrong with it any more. */
export async function retakeTelemetry(
  ingest: Ingest,
  application: Application,
  bytes: Buffer,
  taking: () => Promise<void>,
): Promise<Accepted | null> {
  const request = requestIn(bytes);
  if (request === null) return null;
  const { signal, values } = request;
  const { id, keepVectors } = application;
  const read = await ingest.preparer.prepare(id, signal, request.bytes, 'json', values, keepVectors);
  const { prepared } = read;
  if ('refusal' in prepared) throw refused('invalid_telemetry', prepared.refusal);
  const records = prepared.portions.flatMap((portion) => portion.records);
  const rejected = records.find(({ kind }) => kind === 'rejected');
  if (rejected?.kind === 'rejected') throw refused('invalid_telemetry', rejected.problem);
  if (!records.some(({ kind }) => kind === 'call'))
    throw refused('no_model_call', 'This is no model call: there is nothing to record.');
  await taking();
  const receivedAt = ingest.now();
  const { bytes: sent } = read;
  const taken = await recordTelemetry(ingest, application, {
    signal,
    encoding: 'json',
    bytes: sent,
    prepared,
    receivedAt,
  });
  const [first] = taken.calls;
  // Another call has come meanwhile that this one repeats.
  if (!first) throw refused('no_model_call', 'This repeats a model call that is recorded already.');
  return { ...first, warnings: [] };
}

type Request = { signal: SignalName; bytes: Buffer; values: number };

const WANTED = new Set([
  'reconify',
  'resource',
  'scope',
  'span',
  'logRecord',
  'resourceSpans',
  'resourceLogs',
]);

/** An OTLP request as it was kept, or the one record of it that earlier versions kept by itself. */
function requestIn(bytes: Buffer): Request | null {
  const scan = new MemberScan(WANTED);
  scan.feed(bytes);
  const has = (key: string) => lastMember(scan.members, key) !== undefined;
  // A payload of `/track` has its own keys.
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
