/** Calls of the server, typed by the contract. Only types are imported: the schemas stay on the server. */
import type { ErrorCode, Issue, ROUTES, Route } from '@parley/contract';
import type { z } from 'zod';

type Routes = typeof ROUTES;

/** Every address by method and path, as in `call('GET /v1/interactions/:id', { params: { id } })`. */
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

/** A refusal of the server, or none at all when it does not answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'offline';
  readonly issues: readonly Issue[];

  constructor(status: number, code: ErrorCode | 'offline', message: string, issues: readonly Issue[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
  }
}

type AnyAsk = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

export async function call<A extends Address>(
  address: A,
  ask: Ask<A>,
  signal?: AbortSignal,
): Promise<Answer<A>> {
  // The server answers as the contract says; its own tests hold it to that.
  return JSON.parse(await callText(address, ask, signal)) as Answer<A>;
}

/** The answer as it was written, for JSON whose digits matter. */
export async function callText<A extends Address>(
  address: A,
  ask: Ask<A>,
  signal?: AbortSignal,
): Promise<string> {
  const { params, query, body }: AnyAsk = ask;
  const [method = 'GET', path = '/'] = address.split(' ');
  const response = await fetch(urlOf(path, params, query), {
    method,
    ...(signal ? { signal } : {}),
    ...(method === 'GET'
      ? {}
      : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new Refusal(0, 'offline', 'The server does not answer. Is it running?');
  });
  const text = await response.text();
  if (!response.ok) throw refusalOf(response.status, text);
  return text;
}

/** The address of something to download or to follow. */
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

function refusalOf(status: number, text: string): Refusal {
  try {
    const { code, message, issues } = JSON.parse(text);
    return new Refusal(status, code, message, issues);
  } catch {
    return new Refusal(status, 'internal', `The server answered ${status}.`);
  }
}
