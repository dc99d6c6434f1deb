/** The worker side of `WatchedWorker`: reports that it has loaded, replies to pings, receives messages. */
import { parentPort } from 'node:worker_threads';
import { isWatchMessage, type WatchMessage } from './watched-worker.ts';

/** Ignores messages without a kind, such as those that `node --watch` sends. */
export function listen<To extends { kind: string }>(take: (message: To) => void): void {
  parentPort?.on('message', (message: To | WatchMessage | null) => {
    if (isWatchMessage(message)) say({ watch: 'pong' });
    else if (typeof message === 'object' && message !== null && 'kind' in message) take(message);
  });
  say({ watch: 'up' });
}

export function say<From>(message: From, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
