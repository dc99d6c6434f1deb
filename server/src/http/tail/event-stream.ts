/** Server-sent events on one connection: heartbeats, a limit to what waits for the client, an orderly end. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { TailSink } from './tail-feed.ts';

/** Proxies and clients give up on a silent connection after half a minute or more. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = ':\n\n';
/** How soon a client that lost its connection tries again. */
const RETRY_MS = 2000;
/** More than this waiting for a client means that it does not read. */
const MOST_WAITING = 1024 * 1024;
/** A client that is catching up may take this long for what it was sent. */
const PATIENCE_MS = 30_000;

export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Proxies are asked to pass on each event, not to gather them.
  'X-Accel-Buffering': 'no',
  // When it ends, the connection ends: a server that stops waits for no idle ones.
  Connection: 'close',
};

export class EventStream implements TailSink {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, EVENT_STREAM_HEADERS);
    response.write(`retry: ${RETRY_MS}\n\n`);
    response.socket?.setKeepAlive(true, HEARTBEAT_MS);
    // A client that closes its side has left: it has asked for something that never ends.
    response.socket?.once('end', () => this.end());
    const heartbeat = setInterval(() => this.#write(HEARTBEAT), HEARTBEAT_MS);
    response.once('close', () => clearInterval(heartbeat));
    // A connection that breaks is no failure of ours.
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
    const patience = setTimeout(() => this.#response.destroy(), PATIENCE_MS);
    const done = new AbortController();
    await Promise.race([
      once(this.#response, 'drain', { signal: done.signal }),
      once(this.#response, 'close', { signal: done.signal }),
    ]).finally(() => {
      clearTimeout(patience);
      done.abort();
    });
  }

  /** Once what was sent is out; at once for a client that does not read. */
  end(): void {
    if (this.#response.writableLength > 0) this.#response.destroy();
    else this.#response.end();
  }

  #write(bytes: Uint8Array | string): void {
    if (this.closed) return;
    if (this.#response.writableLength > MOST_WAITING) this.#response.destroy();
    else this.#response.write(bytes);
  }
}
