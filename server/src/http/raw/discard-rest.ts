import type { IncomingMessage, ServerResponse } from 'node:http';

/** A client that is still sending sees the answer only if somebody reads on; within reason (`Connections`). */
export function discardRest(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  response.setHeader('Connection', 'close');
  let left = 8 * maxBytes;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
}
