/** A `fetch` that records model calls. Errors while recording never reach the caller. */
import type { Settle } from '../delivery/delivery.ts';
import { notRecorded, ParleyError } from '../errors.ts';
import type { Fetch } from '../options.ts';
import type { Context } from '../payload.ts';
import type { Recorder } from '../recorder.ts';
import type { Answer } from './copy.ts';
import { copyResponse } from './copy-response.ts';
import { failedResponse, isStreamed, requestOf, responseOf } from './heard.ts';
import type { OpenCopies } from './open-copies.ts';
import { type Call, type Recognition, recognise } from './recognise.ts';
import { type Asked, requestText } from './request-text.ts';

export type Ears = Recognition & {
  recorder: Recorder;
  open: OpenCopies;
  context: () => Context;
  /** Called when a call begins; the returned function, when it is recorded or abandoned. */
  keepAlive: () => Settle | null;
};

export async function listenedFetch(
  base: Fetch,
  ears: Ears,
  ...[input, init]: Parameters<Fetch>
): Promise<Response> {
  const listening = listenTo(input, init, ears);
  if (listening === null) return base(input, init);
  const { asked } = listening;
  let response: Response;
  try {
    response = await base(asked.input, asked.init);
  } catch (error) {
    listening.failed(error);
    throw error;
  }
  return listening.answered(response);
}

type Listening = {
  asked: Asked;
  failed: (error: unknown) => void;
  /** Returns the response for the caller. */
  answered: (response: Response) => Response;
};

/** Null when there is nothing to record. */
function listenTo(input: Parameters<Fetch>[0], init: RequestInit | undefined, ears: Ears): Listening | null {
  try {
    const call = callOf(input, init, ears);
    return call && beginListening(call, requestText(input, init), ears);
  } catch (cause) {
    ears.recorder.giveUp(notRecorded('not_heard', cause));
    return null;
  }
}

function callOf(input: Parameters<Fetch>[0], init: RequestInit | undefined, ears: Ears): Call | null {
  const request = typeof input === 'object' && 'url' in input ? input : null;
  if ((init?.method ?? request?.method ?? 'GET').toUpperCase() !== 'POST') return null;
  const url = request?.url ?? String(input);
  const call = recognise(url, agentIn(init?.headers ?? request?.headers), ears);
  return call && ears.recorder.wants({ url, format: call.format }) ? call : null;
}

/** The caller's user agent. Headers that can be iterated only once are not read. */
function agentIn(headers: unknown): string {
  if (headers instanceof Headers) return headers.get('user-agent') ?? '';
  if (typeof headers !== 'object' || headers === null) return '';
  const entries: unknown[][] = Array.isArray(headers) ? headers : Object.entries(headers);
  return String(entries.find(([name]) => String(name).toLowerCase() === 'user-agent')?.[1] ?? '');
}

function beginListening(
  call: Call,
  asked: Asked,
  { recorder, open, context: contextNow, keepAlive }: Ears,
): Listening {
  const { format, type, provider } = call;
  const context = contextNow();
  const done = keepAlive();
  const requestedAt = Date.now();
  const record = (respondedAt: number, response: () => string, firstToken?: number) => {
    asked.stop();
    recorder.record(() => {
      const heard = (text: string | null) => {
        const request = text === null ? null : requestOf(text, call);
        if (request === null) return null;
        const timestamps = { request: requestedAt, response: respondedAt, firstToken };
        return { format, type, provider, context, timestamps, request, response: response() };
      };
      return asked.text instanceof Promise ? asked.text.then(heard) : heard(asked.text);
    }, done);
  };
  const heard = (answer: Answer) => {
    const firstToken = isStreamed(answer, call) ? (answer.firstAt ?? undefined) : undefined;
    record(answer.endedAt, () => responseOf(answer, call), firstToken);
  };
  const stop = (error: ParleyError) => {
    asked.stop();
    done?.(error);
  };
  return {
    asked,
    failed(error) {
      if (recorder.hasHeard(error)) stop(heardInside());
      else record(Date.now(), () => failedResponse(error));
      recorder.noteHeard(error);
    },
    answered(response) {
      if (recorder.hasHeard(response)) {
        stop(heardInside());
        return response;
      }
      try {
        const copied = copyResponse(response, open, heard);
        recorder.noteHeard(copied);
        return copied;
      } catch (cause) {
        stop(recorder.giveUp(notRecorded('not_heard', cause)));
        return response;
      }
    },
  };
}

/** Not reported: an inner wrapper records the call. */
function heardInside(): ParleyError {
  return new ParleyError('not_recorded', 'It was heard further inside.');
}
