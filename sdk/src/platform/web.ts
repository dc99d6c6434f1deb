/** Platform functions for runtimes without Node's modules: Cloudflare Workers, edge functions, browsers. */

import { unpatched } from '../unpatched.ts';
import type { Contexts, Platform } from './platform.ts';

type Process = {
  env?: Record<string, string | undefined>;
  getBuiltinModule?: (name: string) => { AsyncLocalStorage?: new () => AsyncStorage } | undefined;
};
type AsyncStorage = { getStore: () => never; run: Contexts['run'] };

const { process } = globalThis as { process?: Process };

export const env: Platform['env'] = (name) => process?.env?.[name];

/** `randomUUID` is missing in insecure contexts, such as pages over HTTP. */
export const newId: Platform['newId'] = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

export const sha256: Platform['sha256'] = async (text) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

export const hmac: Platform['hmac'] = async (key, text) => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)));
};

/** Workers have AsyncLocalStorage only with a compatibility flag. */
export const contexts: Platform['contexts'] = () => {
  const { AsyncLocalStorage } = process?.getBuiltinModule?.('node:async_hooks') ?? {};
  if (AsyncLocalStorage === undefined) return null;
  const storage = new AsyncLocalStorage();
  return { get: () => storage.getStore(), run: (context, fn) => storage.run(context, fn) };
};

export const post: Platform['post'] = async (url, body, headers, timeoutMs) => {
  const response = await unpatched()(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, text: await response.text(), retryAfter };
};

export const onIdleExit: Platform['onIdleExit'] = () => () => {};

export const onExit: Platform['onExit'] = () => () => {};

export const abortRequests: Platform['abortRequests'] = () => {};

export const openSpool: Platform['openSpool'] = () => null;
