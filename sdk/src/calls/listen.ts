/** A `fetch` beside which somebody listens. What goes wrong while listening is not the caller's business. */

import type { Settle } from '../delivery/delivery.ts';
import { ParleyError } from '../errors.ts';
import type { Fetch } from '../options.ts';
import type { Context } from '../payload.ts';
import type { Recorder } from '../recorder.ts';
import { type Answer, copyResponse } from './copy-response.ts';
import { failedResponse, isStreamed, requestOf, responseOf } from './heard.ts';
import { type Call, type Recognition, recognise } from './recognise.ts';
import { type Asked, requestText } from './request-text.ts';

export type Ears = Recognition & {
  recorder: Recorder;
  context: () => Context;
  /** Called when a call begins; what it returns, when it is recorded or given up. */
  keepAlive: () => Settle | null;
};

export async function listenedFetch(
  base: Fetch,
  ears: Ears,
  ...[input, init]: Parameters<Fetch>
): Promise<Response> {
  const found = callOf(input, init, ears);
  return found ? listen(found, base, input, ears) : base(input, init);
}

type Found = { call: Call; asked: Asked };

/** Null where there is nothing to record. */
function callOf(input: Parameters<Fetch>[0], init: RequestInit | undefined, ears: Ears): Found | null {
  try {
    const request = typeof input === 'object' && 'url' in input ? input : null;
    if ((init?.method ?? request?.method ?? 'GET').toUpperCase() !== 'POST') return null;
    const url = request?.url ?? String(input);
    const agent = new Headers(init?.headers ?? request?.headers).get('user-agent') ?? '';
    const call = recognise(url, agent, ears);
    if (call === null || !ears.recorder.wants({ url, format: call.format })) return null;
    return { call, asked: requestText(input, init) };
  } catch {
    return null;
  }
}

async function listen(
  { call, asked }: Found,
  base: Fetch,
  input: Parameters<Fetch>[0],
  { recorder, context: contextNow, keepAlive }: Ears,
): Promise<Response> {
  const { format, type } = call;
  const context = contextNow();
  const done = keepAlive();
  const requestedAt = Date.now();
  const record = (respondedAt: number, response: () => string, firstToken?: number) =>
    recorder.record(async () => {
      const text = await asked.text;
      const request = text === null ? null : requestOf(text, call);
      if (request === null) return null;
      const timestamps = { request: requestedAt, response: respondedAt, firstToken };
      return { format, type, context, timestamps, request, response: response() };
    }, done);
  let response: Response;
  try {
    response = await base(input, asked.init);
  } catch (error) {
    record(Date.now(), () => failedResponse(error));
    throw error;
  }
  return copied(response, recorder, (answer) => {
    const firstToken = isStreamed(answer, call) ? (answer.firstAt ?? undefined) : undefined;
    record(answer.endedAt, () => responseOf(answer, call), firstToken);
  });
}

function copied(response: Response, recorder: Recorder, heard: (answer: Answer) => void): Response {
  try {
    return copyResponse(response, heard);
  } catch (cause) {
    recorder.report(new ParleyError('not_recorded', 'A response could not be listened to.', { cause }));
    return response;
  }
}
