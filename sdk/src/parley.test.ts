import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Parley, type ParleyError, type ParleyOptions } from './index.ts';

const URL_OF_A_MODEL = 'https://api.openai.com/v1/chat/completions';

/** Makes one call; errors of the library must not surface as exceptions of the call. */
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

describe('a callback that throws', () => {
  for (const name of ['sample', 'waitUntil'] as const) {
    it(`in ${name} does not break the call, and is reported`, async () => {
      const { text, errors } = await asked({ [name]: thrower });
      assert.equal(text, '{"choices":[]}');
      assert.ok(errors.some(({ message }) => message.endsWith(`"${name}" threw an exception.`)));
    });
  }
});

describe('track', () => {
  it('rejects a type that Parley does not record, and sends nothing', async () => {
    const errors: ParleyError[] = [];
    const parley = new Parley({
      ...{ url: 'http://127.0.0.1:9', appKey: 'a', apiKey: 'b' },
      onError: (error) => void errors.push(error),
    });
    const exchange = { format: 'openai', request: {}, response: {} } as const;
    for (const type of ['moderation', 'transcription', 'speech', 'image'])
      await assert.rejects(parley.track({ ...exchange, type: type as 'chat' }), (error: ParleyError) => {
        assert.equal(error.code, 'not_recorded');
        assert.match(String(error.cause), /is not recorded: only language models, embeddings and rankings/);
        return true;
      });
    assert.equal(parley.counts.waiting, 0);
    assert.equal(errors.length, 4);
  });
});
