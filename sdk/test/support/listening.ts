/** A minimal Parley server and the payloads that it received. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { listen } from '../../../server/test/support/listen.ts';
import { Parley, type ParleyError, type ParleyOptions } from '../../src/index.ts';

export type Payload = Record<string, Record<string, unknown>>;

/** `statusOf` chooses the status of each answer; payloads answered with 200 are kept. */
export async function listeningTo(
  t: TestContext,
  options: ParleyOptions = {},
  statusOf: (payload: Payload) => number = () => 200,
) {
  const payloads: Payload[] = [];
  const raw: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const payload: Payload = JSON.parse(body);
    const status = statusOf(payload);
    if (status === 200) {
      raw.push(body);
      payloads.push(payload);
    }
    response.writeHead(status).end(JSON.stringify({ status: 'ok', id: randomUUID() }));
  });
  const errors: ParleyError[] = [];
  const url = `http://127.0.0.1:${await listen(t, server)}/`;
  const parley = new Parley({
    url,
    ...{ appKey: 'pk_of_a_test', apiKey: 'sk_of_a_test', onError: (error) => errors.push(error) },
    ...options,
  });
  t.after(() => parley.close(0));
  return { parley, payloads, raw, errors, url };
}

export const CHAT = 'https://api.openai.com/v1/chat/completions';
export const ASKED = { method: 'POST', body: '{"model":"gpt-4o", "n": 1.0,"messages":[]}' };

export const answering =
  (
    body: ConstructorParameters<typeof Response>[0] = '{"id":"1",  "x": 1.10}',
    init?: ResponseInit,
  ): typeof fetch =>
  async () =>
    new Response(body, init);
