/** A proxy in front of Parley that simulates faults. */
import { createServer, request as forward, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

export type Trouble =
  | 'none'
  /** Connections break. */
  | 'down'
  /** Requests are never answered. */
  | 'hanging'
  /** Parley receives the request, but its response is lost. */
  | 'answer lost'
  /** A foreign response with this status. */
  | { status: number; body: string; retryAfter?: string };

export class Door {
  trouble: Trouble = 'none';
  /** All requests so far. */
  readonly asked: { key: string; bytes: number }[] = [];
  readonly server: Server;

  constructor(parley: string) {
    this.server = createServer(async (request, response) => {
      const body = await text(request).catch(() => null);
      if (body === null) return;
      const { trouble } = this;
      this.asked.push({ key: String(request.headers['idempotency-key']), bytes: body.length });
      if (trouble === 'down') return void request.socket.destroy();
      if (trouble === 'hanging') return;
      if (typeof trouble === 'object') {
        const headers = trouble.retryAfter ? { 'Retry-After': trouble.retryAfter } : {};
        return void response.writeHead(trouble.status, headers).end(trouble.body);
      }
      const { method, headers, url } = request;
      const onward = forward(`${parley}${url}`, { method, headers }, async (answer) => {
        const said = await text(answer);
        if (trouble === 'answer lost') request.socket.destroy();
        else response.writeHead(answer.statusCode ?? 500, { 'Content-Type': 'application/json' }).end(said);
      });
      onward.on('error', () => request.socket.destroy());
      onward.end(body);
    });
  }
}
