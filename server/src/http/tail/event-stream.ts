/** Server-sent events on one connection: heartbeats, a limit to what waits for the client, an orderly end. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { TailSink } from './tail-feed.ts';

/** Proxies and clients give up on a silent connection after half a minute or more. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = ':\n\n';
/** How soon a client reconnects. */
const RETRY_MS = 2000;
/** A client with more than this waiting does not read. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** How long a client that catches up may take to read what it was sent. */
const CATCH_UP_TIMEOUT_MS = 30_000;

export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Asks proxies to pass on each event, not to buffer them.
  'X-Accel-Buffering': 'no',
  // The connection ends with the stream: a server that stops does not wait for idle ones.
  Connection: 'close',
};

export class EventStream implements TailSink {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, EVENT_STREAM_HEADERS);
    response.write(`retry: ${RETRY_MS}\n\n`);
    response.socket?.setKeepAlive(true, HEARTBEAT_MS);
    // A client that closes its side has left: the stream it requested never ends.
    response.socket?.once('end', () => this.end());
    const heartbeat = setInterval(() => this.#write(HEARTBEAT), HEARTBEAT_MS);
    response.once('close', () => clearInterval(heartbeat));
    // A broken connection is not our failure.
    response.on('error', () => {});
  }

  get closed(): boolean {
    return this.#response.destroyed || this.#response.writableEnded;
  }

  send(event: Uint8Array): void {
    this.#write(event);
  }

  async room(): Promise<void> {
    if (this.closed || !this.#response.writableNeedDrain) return;
    const timeout = setTimeout(() => this.#response.destroy(), CATCH_UP_TIMEOUT_MS);
    const done = new AbortController();
    await Promise.race([
      once(this.#response, 'drain', { signal: done.signal }),
      once(this.#response, 'close', { signal: done.signal }),
    ]).finally(() => {
      clearTimeout(timeout);
      done.abort();
    });
  }

  /** Ends after what was sent; at once for a client that does not read. */
  end(): void {
    if (this.#response.writableLength > 0) this.#response.destroy();
    else this.#response.end();
  }

  #write(bytes: Uint8Array | string): void {
    if (this.closed) return;
    if (this.#response.writableLength > MAX_WAITING_BYTES) this.#response.destroy();
    else this.#response.write(bytes);
  }
}
