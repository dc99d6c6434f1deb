import { env } from '#platform';
import type { ParleyError } from './errors.ts';
import type { Format } from './payload.ts';
import { parsedUrl } from './url.ts';

export type Fetch = typeof globalThis.fetch;

export type Masked = { request: unknown; response: unknown };

export type ParleyOptions = {
  /** Base URL of Parley; `PARLEY_URL` by default. */
  url?: string | URL | undefined;
  /** Application key; `PARLEY_APP_KEY` by default. */
  appKey?: string | undefined;
  /** API key; `PARLEY_API_KEY` by default. */
  apiKey?: string | undefined;
  /** The `fetch` that performs the requests; the global one by default. */
  fetch?: Fetch | undefined;
  /** Formats of gateways and other hosts: `{ 'llm.example.com': 'openai', '*.corp': 'anthropic' }`. */
  hosts?: Readonly<Record<string, Format>> | undefined;
  /** Which calls to record: a fraction from 0 to 1, or a function that decides for each call. */
  sample?: number | ((call: { url: string; format: Format }) => boolean) | undefined;
  /**
   * Removes sensitive content before it is sent. If it returns `null` or throws, the exchange is not
   * recorded.
   */
  mask?: ((request: unknown, response: unknown) => Masked | null) | undefined;
  /** Called with every error. Without it, warnings go to the console, at most one per minute and kind. */
  onError?: ((error: ParleyError) => void) | undefined;
  /** Maximum number and total bytes of queued exchanges; the oldest are dropped first. */
  maxQueued?: number | undefined;
  maxQueuedBytes?: number | undefined;
  /** Folder for queued exchanges, so that they survive a restart. Node, Bun and Deno only. */
  spool?: string | undefined;
  /** Timeout for Parley's answer, in milliseconds. */
  timeout?: number | undefined;
  /** Maximum time, in milliseconds, that the process stays alive at its end to send queued exchanges. */
  exitTimeout?: number | undefined;
  /** For Cloudflare Workers: `(promise) => ctx.waitUntil(promise)`. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
};

export type Target = { trackUrl: string; scoresUrl: string; appKey: string; apiKey: string };

/** The target, or a sentence that says which option is wrong. */
export function targetOf(options: ParleyOptions): Target | string {
  const url = String(options.url ?? env('PARLEY_URL') ?? '');
  const appKey = options.appKey ?? env('PARLEY_APP_KEY');
  const apiKey = options.apiKey ?? env('PARLEY_API_KEY');
  if (!url) return '"url" is missing, or PARLEY_URL in the environment.';
  if (!appKey) return '"appKey" is missing, or PARLEY_APP_KEY in the environment.';
  if (!apiKey) return '"apiKey" is missing, or PARLEY_API_KEY in the environment.';
  if (!/^https?:$/.test(parsedUrl(url)?.protocol ?? '')) return '"url" must begin with http:// or https://.';
  const base = url.replace(/\/+(track\/?)?$/, '');
  return { trackUrl: `${base}/track`, scoresUrl: `${base}/v1/scores`, appKey, apiKey };
}
