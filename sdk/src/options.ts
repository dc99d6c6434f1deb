import { env } from '#platform';
import type { ParleyError } from './errors.ts';
import type { Format } from './payload.ts';
import { parsedUrl } from './url.ts';

export type Fetch = typeof globalThis.fetch;

export type Masked = { request: unknown; response: unknown };

export type ParleyOptions = {
  /** Where Parley is; `PARLEY_URL` by default. */
  url?: string | URL | undefined;
  /** `PARLEY_APP_KEY` by default. */
  appKey?: string | undefined;
  /** `PARLEY_API_KEY` by default. */
  apiKey?: string | undefined;
  /** What calls the model in the end; the global `fetch` by default. */
  fetch?: Fetch | undefined;
  /** Gateways and other hosts, by what they speak: `{ 'llm.example.com': 'openai', '*.corp': 'anthropic' }`. */
  hosts?: Readonly<Record<string, Format>> | undefined;
  /** Which calls to record: a share from 0 to 1, or a function that says it of each. */
  sample?: number | ((call: { url: string; format: Format }) => boolean) | undefined;
  /** Takes out what must not leave the program. `null`, or an exception: the exchange is not recorded. */
  mask?: ((request: unknown, response: unknown) => Masked | null) | undefined;
  /** Told of everything that goes wrong. Without it, a warning is printed, once a minute at most. */
  onError?: ((error: ParleyError) => void) | undefined;
  /** How many exchanges may wait, and how many bytes of them; the oldest make room. */
  maxQueued?: number | undefined;
  maxQueuedBytes?: number | undefined;
  /** A folder in which exchanges wait that a restart must not lose. Node, Bun and Deno alone. */
  spool?: string | undefined;
  /** How long Parley may take to answer, in milliseconds. */
  timeout?: number | undefined;
  /** How long the end of the process may be held up to send the rest, in milliseconds. */
  exitTimeout?: number | undefined;
  /** Of a Cloudflare Worker: `(promise) => ctx.waitUntil(promise)`. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
};

export type Target = { trackUrl: string; appKey: string; apiKey: string };

/** Or what is wrong, in a sentence. */
export function targetOf(options: ParleyOptions): Target | string {
  const url = String(options.url ?? env('PARLEY_URL') ?? '');
  const appKey = options.appKey ?? env('PARLEY_APP_KEY');
  const apiKey = options.apiKey ?? env('PARLEY_API_KEY');
  if (!url) return '"url" is missing, or PARLEY_URL in the environment.';
  if (!appKey) return '"appKey" is missing, or PARLEY_APP_KEY in the environment.';
  if (!apiKey) return '"apiKey" is missing, or PARLEY_API_KEY in the environment.';
  if (!/^https?:$/.test(parsedUrl(url)?.protocol ?? '')) return '"url" is no address that begins with http.';
  return { trackUrl: `${url.replace(/\/+(track\/?)?$/, '')}/track`, appKey, apiKey };
}
