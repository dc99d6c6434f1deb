/** The side of the thread itself: says that it has loaded and that it listens, and takes what it is asked. */
import { parentPort } from 'node:worker_threads';
import { isWatchMessage, type WatchMessage } from './watched-worker.ts';

/** Not from each other's threads, nor from `node --watch`, which sends messages of its own: `To` have a kind. */
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
