/** Calls to the server, typed by the contract. Only types are imported: the schemas stay on the server. */
import type { ErrorCode, Issue, ROUTES, Route } from '@parley/contract';
import type { z } from 'zod';
import { RequestDeadline, type Wait } from './request-deadline.ts';
import { RequestSlots } from './request-slots.ts';

type Routes = typeof ROUTES;

/** All routes by method and path, as in `call('GET /v1/interactions/:id', { params: { id } })`. */
type ByAddress = { [K in keyof Routes as `${Routes[K]['method']} ${Routes[K]['path']}`]: Routes[K] };
export type Address = keyof ByAddress;

type Input<R, K extends string> =
  R extends Record<K, infer S extends z.ZodType> ? Record<K, z.input<S>> : object;
type Optional<T> = { [K in keyof T as object extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as object extends T[K] ? K : never]?: T[K];
};

export type Ask<A extends Address> = Optional<
  Input<ByAddress[A], 'params'> & Input<ByAddress[A], 'query'> & Input<ByAddress[A], 'body'>
>;
export type Answer<A extends Address> = ByAddress[A] extends Route ? z.output<ByAddress[A]['answer']> : never;

type RefusalCode = ErrorCode | 'offline' | 'timeout';

/** An error response of the server, or no response: the server is unreachable or exceeded the deadline. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: RefusalCode;
  readonly issues: readonly Issue[];

  constructor(status: number, code: RefusalCode, message: string, issues: readonly Issue[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}

/** Routes that never wait for the store, and are called while it is down. */
const AT_ONCE: ReadonlySet<Address> = new Set([
  'GET /openapi.json',
  'GET /v1/me',
  'GET /v1/status',
  'GET /v1/system',
  'GET /v1/views',
]);
const turns = new RequestSlots();
const patience = new RequestDeadline();

type AnyAsk = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** With a signal, the call is a query of a page and has a deadline; a change has none. */
export async function call<A extends Address>(
  address: A,
  ask: Ask<A>,
  signal?: AbortSignal,
): Promise<Answer<A>> {
  // The server answers as the contract says, which its own tests check.
  return JSON.parse(await callText(address, ask, signal)) as Answer<A>;
}

/** The response body as text, for JSON whose exact digits matter. */
export async function callText<A extends Address>(
  address: A,
  ask: Ask<A>,
  signal?: AbortSignal,
): Promise<string> {
  if (!signal) return send(address, ask);
  const ofStore = !AT_ONCE.has(address);
  const wait = patience.begin(signal, ofStore);
  try {
    const giveBack = ofStore ? await turns.take(wait.signal) : null;
    return await send(address, ask, wait).finally(giveBack);
  } catch (error) {
    throw wait.isUp() ? tooLate() : error;
  } finally {
    wait.end();
  }
}

/** Calls a route that answers in JSON Lines, and passes on each line as it comes. */
export async function callLines<A extends Address>(
  address: A,
  ask: Ask<A>,
  signal: AbortSignal,
  onLine: (line: string) => void,
): Promise<void> {
  const wait = patience.begin(signal, true);
  try {
    const giveBack = await turns.take(wait.signal);
    try {
      const { body } = await open(address, ask, wait);
      let rest = '';
      for await (const text of textsOf(body, wait)) {
        wait.heard();
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) onLine(line);
      }
    } finally {
      giveBack();
    }
  } catch (error) {
    throw wait.isUp() ? tooLate() : error;
  } finally {
    wait.end();
  }
}

/** The pieces of a body as text. */
async function* textsOf(body: Response['body'], wait: Wait): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const piece = await reader?.read();
      if (!piece || piece.done) return;
      yield piece.value;
    }
  } catch (error) {
    if (wait.signal.aborted) throw error;
    throw offline();
  }
}

async function send<A extends Address>(address: A, ask: Ask<A>, wait?: Wait): Promise<string> {
  const response = await open(address, ask, wait);
  wait?.begun();
  return response.text();
}

/** The response, once it has begun; throws if it is an error. */
async function open<A extends Address>(address: A, ask: Ask<A>, wait?: Wait): Promise<Response> {
  const { params, query, body }: AnyAsk = ask;
  const [method = 'GET', path = '/'] = address.split(' ');
  const response = await fetch(urlOf(path, params, query), {
    method,
    ...(wait ? { signal: wait.signal } : {}),
    ...(method === 'GET'
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
  }).catch((error: unknown) => {
    if (wait?.signal.aborted) throw error;
    throw offline();
  });
  if (!response.ok) throw refusalOf(response.status, await response.text());
  return response;
}

function offline(): Refusal {
  return new Refusal(0, 'offline', 'The server does not answer. Is it running?');
}

/** The URL of a download or an event stream. */
export function urlOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null) search.append(name, String(one));
  }
  const text = search.toString();
  return text ? `${filled}?${text}` : filled;
}

function tooLate(): Refusal {
  return new Refusal(0, 'timeout', 'No answer within 8 seconds. The server or its store may be busy.');
}

function refusalOf(status: number, text: string): Refusal {
  try {
    const { code, message, issues } = JSON.parse(text);
    return new Refusal(status, code, message, issues);
  } catch {
    return new Refusal(status, 'internal', `The server answered ${status}.`);
  }
}
