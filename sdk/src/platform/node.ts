/** Node, Bun and Deno. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Context } from '../payload.ts';
import { FolderSpool } from './folder-spool.ts';
import type { Platform } from './platform.ts';

/** Where the environment may not be read, as in Deno without a permission, it is empty. */
export const env: Platform['env'] = (name) => {
  try {
    return process.env[name];
  } catch {
    return undefined;
  }
};

/** Node 18 has no global `crypto`. */
export const newId: Platform['newId'] = () => randomUUID();

export const contexts: Platform['contexts'] = () => {
  const storage = new AsyncLocalStorage<Context>();
  return { get: () => storage.getStore(), run: (context, fn) => storage.run(context, fn) };
};

const KEEP = { keepAlive: true, maxSockets: 8 };
const agents = { http: new HttpAgent(KEEP), https: new HttpsAgent(KEEP) };

/** By its own connections: they are not kept open for the program's sake, and a patched `fetch` does not matter. */
export const post: Platform['post'] = (url, body, headers, timeoutMs) =>
  new Promise((resolve, reject) => {
    const secure = url.startsWith('https:');
    const options: RequestOptions = {
      method: 'POST',
      agent: secure ? agents.https : agents.http,
      headers: { 'Content-Type': 'application/json', 'Content-Length': body.byteLength, ...headers },
    };
    const asked = (secure ? httpsRequest : httpRequest)(url, options, (answer) => {
      const { statusCode: status = 0, headers } = answer;
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece: string) => {
        text += piece;
        if (text.length > LONGEST_ANSWER) asked.destroy(new Error('The answer is too long.'));
      });
      answer.on('end', () =>
        done(() => resolve({ status, text, retryAfter: headers['retry-after'] ?? null })),
      );
      answer.on('error', (error) => done(() => reject(error)));
    });
    const timer = setTimeout(
      () => asked.destroy(new Error(`No answer within ${timeoutMs} ms.`)),
      timeoutMs,
    ).unref();
    const done = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    asked.on('socket', (socket) => socket.unref());
    asked.on('error', (error) => done(() => reject(error)));
    asked.end(body);
  });

const LONGEST_ANSWER = 1024 * 1024;

export const onIdleExit: Platform['onIdleExit'] = (run) => {
  process.on('beforeExit', run);
  return () => void process.off('beforeExit', run);
};

export const onExit: Platform['onExit'] = (run) => void process.on('exit', run);

export const openSpool: Platform['openSpool'] = (folder, report) => new FolderSpool(folder, report);
