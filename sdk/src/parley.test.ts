import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Parley, type ParleyError, type ParleyOptions } from './index.ts';

const URL_OF_A_MODEL = 'https://api.openai.com/v1/chat/completions';

/** What is thrown is no exception of the caller's. */
async function asked(options: ParleyOptions): Promise<{ text: string; errors: ParleyError[] }> {
  const errors: ParleyError[] = [];
  const parley = new Parley({
    ...{ url: 'http://127.0.0.1:9', appKey: 'a', apiKey: 'b', ...options },
    fetch: async () => new Response('{"choices":[]}'),
    onError: (error) => void errors.push(error),
  });
  const response = await parley.fetch(URL_OF_A_MODEL, { method: 'POST', body: '{"messages":[]}' });
  return { text: await response.text(), errors };
}

function thrower(): never {
  throw new Error('of the program');
}

describe('functions that are given to the library', () => {
  for (const name of ['sample', 'waitUntil'] as const) {
    it(`do not break a call when ${name} throws, and are reported`, async () => {
      const { text, errors } = await asked({ [name]: thrower });
      assert.equal(text, '{"choices":[]}');
      assert.ok(errors.some(({ message }) => message.endsWith(`"${name}" has thrown an exception.`)));
    });
  }
});

describe('an exchange that is handed over', () => {
  it('is not sent when Parley does not take it, and says so', async () => {
    const errors: ParleyError[] = [];
    const parley = new Parley({
      ...{ url: 'http://127.0.0.1:9', appKey: 'a', apiKey: 'b' },
      onError: (error) => void errors.push(error),
    });
    const exchange = { format: 'openai', request: {}, response: {} } as const;
    for (const type of ['moderation', 'transcription', 'speech', 'image'])
      await assert.rejects(parley.track({ ...exchange, type: type as 'chat' }), (error: ParleyError) => {
        assert.equal(error.code, 'not_recorded');
        assert.match(
          String(error.cause),
          /is not taken: only text from language models, embeddings and rankings/,
        );
        return true;
      });
    assert.equal(parley.counts.waiting, 0);
    assert.equal(errors.length, 4);
  });
});
