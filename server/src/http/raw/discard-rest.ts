import type { IncomingMessage, ServerResponse } from 'node:http';

/** Reads on, up to a limit, so that a client that is still sending sees the answer (see `Connections`). */
export function discardRest(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  response.setHeader('Connection', 'close');
  let left = 8 * maxBytes;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
}
