/** Platform functions for Node, Bun and Deno. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Context } from '../payload.ts';
import { FolderSpool } from './folder-spool.ts';
import type { Platform } from './platform.ts';

/** Undefined where the environment may not be read, as in Deno without the permission. */
export const env: Platform['env'] = (name) => {
  try {
    return process.env[name];
  } catch {
    return undefined;
  }
};

/** Node 18 has no global `crypto`. */
export const newId: Platform['newId'] = () => randomUUID();

export const sha256: Platform['sha256'] = async (text) =>
  new Uint8Array(createHash('sha256').update(text).digest());

export const hmac: Platform['hmac'] = async (key, text) =>
  new Uint8Array(createHmac('sha256', key).update(text).digest());

export const contexts: Platform['contexts'] = () => {
  const storage = new AsyncLocalStorage<Context>();
  return { get: () => storage.getStore(), run: (context, fn) => storage.run(context, fn) };
};

const AGENT_OPTIONS = { keepAlive: true, maxSockets: 8 };
const agents = { http: new HttpAgent(AGENT_OPTIONS), https: new HttpsAgent(AGENT_OPTIONS) };

/**
 * Uses connections of its own: they do not keep the process alive, and a patched `fetch` does not affect
 * them.
 */
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
        if (text.length > MAX_ANSWER_LENGTH) asked.destroy(new Error('The answer is too long.'));
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
    openRequests.add(asked);
    asked.on('close', () => openRequests.delete(asked));
    asked.on('socket', (socket) => socket.unref());
    asked.on('error', (error) => done(() => reject(error)));
    asked.end(body);
  });

const MAX_ANSWER_LENGTH = 1024 * 1024;

/** Registers one process listener for all instances of the library. */
class SharedListener {
  readonly #run = new Set<() => void>();
  readonly #listen: (all: () => void) => () => void;
  #stop = () => {};

  constructor(listen: (all: () => void) => () => void) {
    this.#listen = listen;
  }

  add(run: () => void): () => void {
    if (this.#run.size === 0) this.#stop = this.#listen(() => this.#all());
    this.#run.add(run);
    return () => {
      if (this.#run.delete(run) && this.#run.size === 0) this.#stop();
    };
  }

  #all(): void {
    for (const run of this.#run) run();
  }
}

/** Signals that end a process without a handler, and without the `exit` event. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

const beforeExit = new SharedListener((all) => {
  process.on('beforeExit', all);
  return () => process.off('beforeExit', all);
});

const exit = new SharedListener((all) => {
  process.on('exit', all);
  const stops = SIGNALS.map((signal) => beforeSignal(signal, all));
  return () => {
    process.off('exit', all);
    for (const stop of stops) stop();
  };
});

/** Runs `run` before a signal ends the process, unless the program handles the signal itself. */
function beforeSignal(signal: (typeof SIGNALS)[number], run: () => void): () => void {
  const stop = () => void process.off(signal, came);
  const came = () => {
    stop();
    if (process.listenerCount(signal) > 0) return;
    run();
    process.kill(process.pid, signal);
  };
  // First in line and removed at once, so that other handlers that count listeners do not count this one.
  process.prependListener(signal, came);
  return stop;
}

export const onIdleExit: Platform['onIdleExit'] = (run) => beforeExit.add(run);

export const onExit: Platform['onExit'] = (run) => exit.add(run);

/**
 * Open requests. A connection that is being opened, or that blocks on writing, would keep the process alive.
 */
const openRequests = new Set<ClientRequest>();

export const abortRequests: Platform['abortRequests'] = () => {
  for (const asked of openRequests) asked.destroy(new Error('The process ends.'));
};

export const openSpool: Platform['openSpool'] = (folder, appKey, report) =>
  new FolderSpool(folder, appKey, report);
