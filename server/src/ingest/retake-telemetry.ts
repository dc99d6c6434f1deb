/** Takes a span or a log record that was rejected earlier once more, as a newer version may understand it. */
import { ApiError } from '../errors.ts';
import { isObject, type Json, parseJson } from '../otel/json.ts';
import { prepare, type SignalName } from '../otel/prepare.ts';
import type { Application } from './credentials.ts';
import { takeCall } from './telemetry.ts';
import type { Accepted, Ingest } from './track.ts';

/** Null when the bytes are no telemetry. `taking` is awaited when nothing is wrong with it any more. */
export async function retakeTelemetry(
  ingest: Ingest,
  application: Application,
  bytes: Buffer,
  taking: () => Promise<void>,
): Promise<Accepted | null> {
  const kept = parseJson(bytes.toString('utf8'));
  if (!isObject(kept)) return null;
  const signal = signalOf(kept);
  if (signal === null) return null;
  const receivedAt = ingest.now();
  const { sessionTimeout } = application;
  const prepared = prepare(signal, requestOf(signal, kept), 'json', { receivedAt, sessionTimeout });
  if ('refusal' in prepared) throw refused('invalid_telemetry', prepared.refusal);
  const [rejected] = prepared.rejected;
  if (rejected) throw refused(rejected.issue.code, rejected.issue.message);
  const [call] = prepared.calls;
  if (!call) throw refused('no_model_call', 'This is no model call: there is nothing to record.');
  await taking();
  return takeCall(ingest, application, signal, { ...call, text: bytes }, receivedAt);
}

/** A payload of `/track` has its own keys. */
function signalOf(kept: Json): SignalName | null {
  if (kept.reconify !== undefined) return null;
  if (kept.span !== undefined) return 'traces';
  return kept.logRecord === undefined ? null : 'logs';
}

/** The request that it could have come in. */
function requestOf(signal: SignalName, { resource, scope, span, logRecord }: Json): Buffer {
  const request =
    signal === 'traces'
      ? { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [span] }] }] }
      : { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords: [logRecord] }] }] };
  return Buffer.from(JSON.stringify(request));
}

function refused(code: string, message: string): ApiError {
  return new ApiError('invalid_payload', { issues: [{ path: '', code, message }] });
}
