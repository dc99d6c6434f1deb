/** A receiver of webhooks on loopback that keeps what it gets. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';
import type { Cleanup } from './store-proxy.ts';

export type Received = { id: string; headers: IncomingHttpHeaders; body: string; path: string };

export type Receiver = {
  url: string;
  received: Received[];
  ids: () => string[];
  /** What it answers from now on. */
  answer: (reply: (response: ServerResponse, received: Received) => void) => void;
};

export async function receiver(test: Cleanup): Promise<Receiver> {
  const received: Received[] = [];
  let reply = (response: ServerResponse, _: Received): void => void response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request).catch(() => null);
    if (!chunks) return;
    const one = {
      id: String(request.headers['webhook-id']),
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
      path: request.url ?? '',
    };
    received.push(one);
    reply(response, one);
  });
  const port = await listen(test, server);
  return {
    url: `http://127.0.0.1:${port}/hook/0123456789`,
    received,
    ids: () => received.map(({ id }) => id),
    answer(next) {
      reply = next;
    },
  };
}
