/** A `fetch` that records model calls. Errors while recording never reach the caller. */
import type { Settle } from '../delivery/delivery.ts';
import { notRecorded, ParleyError } from '../errors.ts';
import type { Fetch } from '../options.ts';
import type { Context } from '../payload.ts';
import type { Recorder } from '../recorder.ts';
import { failedResponse, isStreamed, requestOf, responseOf } from './bodies.ts';
import type { Answer } from './copy.ts';
import { copyResponse } from './copy-response.ts';
import type { OpenCopies } from './open-copies.ts';
import { type Call, type Recognition, recognise } from './recognise.ts';
import { type OutgoingRequest, requestText } from './request-text.ts';

export type CallSettings = Recognition & {
  recorder: Recorder;
  open: OpenCopies;
  context: () => Context;
  /** Called when a call begins; the returned function, when it is recorded or abandoned. */
  keepAlive: () => Settle | null;
};

export async function recordingFetch(
  base: Fetch,
  settings: CallSettings,
  ...[input, init]: Parameters<Fetch>
): Promise<Response> {
  const recording = recordingOf(input, init, settings);
  if (recording === null) return base(input, init);
  const { outgoing } = recording;
  let response: Response;
  try {
    response = await base(outgoing.input, outgoing.init);
  } catch (error) {
    recording.failed(error);
    throw error;
  }
  return recording.answered(response);
}

type CallRecording = {
  outgoing: OutgoingRequest;
  failed: (error: unknown) => void;
  /** Returns the response for the caller. */
  answered: (response: Response) => Response;
};

/** Null when there is nothing to record. */
function recordingOf(
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
  settings: CallSettings,
): CallRecording | null {
  try {
    const call = callOf(input, init, settings);
    return call && beginRecording(call, requestText(input, init), settings);
  } catch (cause) {
    settings.recorder.reportNotRecorded(notRecorded('not_heard', cause));
    return null;
  }
}

function callOf(
  input: Parameters<Fetch>[0],
  init: RequestInit | undefined,
  settings: CallSettings,
): Call | null {
  const request = typeof input === 'object' && 'url' in input ? input : null;
  if ((init?.method ?? request?.method ?? 'GET').toUpperCase() !== 'POST') return null;
  const url = request?.url ?? String(input);
  const call = recognise(url, agentIn(init?.headers ?? request?.headers), settings);
  return call && settings.recorder.wants({ url, format: call.format }) ? call : null;
}

/** The caller's user agent. Headers that can be iterated only once are not read. */
function agentIn(headers: unknown): string {
  if (headers instanceof Headers) return headers.get('user-agent') ?? '';
  if (typeof headers !== 'object' || headers === null) return '';
  const entries: unknown[][] = Array.isArray(headers) ? headers : Object.entries(headers);
  return String(entries.find(([name]) => String(name).toLowerCase() === 'user-agent')?.[1] ?? '');
}

function beginRecording(
  call: Call,
  outgoing: OutgoingRequest,
  { recorder, open, context: contextNow, keepAlive }: CallSettings,
): CallRecording {
  const { format, type, provider } = call;
  const context = contextNow();
  const done = keepAlive();
  const requestedAt = Date.now();
  const record = (respondedAt: number, response: () => string, firstToken?: number) => {
    outgoing.stop();
    recorder.record(() => {
      const exchangeOf = (text: string | null) => {
        const request = text === null ? null : requestOf(text, call);
        if (request === null) return null;
        const timestamps = { request: requestedAt, response: respondedAt, firstToken };
        return { format, type, provider, context, timestamps, request, response: response() };
      };
      return outgoing.text instanceof Promise ? outgoing.text.then(exchangeOf) : exchangeOf(outgoing.text);
    }, done);
  };
  const recordAnswer = (answer: Answer) => {
    const firstToken = isStreamed(answer, call) ? (answer.firstAt ?? undefined) : undefined;
    record(answer.endedAt, () => responseOf(answer, call), firstToken);
  };
  const stop = (error: ParleyError) => {
    outgoing.stop();
    done?.(error);
  };
  return {
    outgoing,
    failed(error) {
      if (recorder.hasRecorded(error)) stop(recordedInside());
      else record(Date.now(), () => failedResponse(error));
      recorder.noteRecorded(error);
    },
    answered(response) {
      if (recorder.hasRecorded(response)) {
        stop(recordedInside());
        return response;
      }
      try {
        const copied = copyResponse(response, open, recordAnswer);
        recorder.noteRecorded(copied);
        return copied;
      } catch (cause) {
        stop(recorder.reportNotRecorded(notRecorded('not_heard', cause)));
        return response;
      }
    },
  };
}

/** Not reported: an inner wrapper records the call. */
function recordedInside(): ParleyError {
  return new ParleyError('not_recorded', 'An inner wrapper records the call.');
}
