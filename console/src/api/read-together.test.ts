import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from './call.ts';
import { ReadTogether } from './read-together.ts';

type Sent = {
  keys: string[];
  inputs: unknown[];
  signal: AbortSignal;
  line: (line: object) => void;
  end: () => void;
};

/** Reads that are answered by hand. */
function byHand() {
  const sent: Sent[] = [];
  const together = new ReadTogether((reads, signal, onLine) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => reject(signal.reason));
    sent.push({
      keys: reads.map(({ key }) => key),
      inputs: reads.map(({ input }) => input),
      signal,
      line: (line) => onLine(JSON.stringify(line)),
      end: resolve,
    });
    return promise;
  });
  const ask = (limit: number, signal = new AbortController().signal) => {
    const answer = together.read('GET /v1/interactions', { query: { limit } }, signal);
    assert.ok(answer);
    return answer;
  };
  const one = async (): Promise<Sent> => {
    await new Promise((resolve) => setTimeout(resolve));
    const [first] = sent;
    assert.ok(first);
    return first;
  };
  return { together, ask, one, sent };
}

describe('reads of a page', () => {
  it('go out in one request, and each is answered as soon as its line is there', async () => {
    const { ask, one, sent } = byHand();
    const answers = [ask(1), ask(2)];
    const { keys, inputs, line, end } = await one();
    assert.deepEqual([sent.length, inputs], [1, [{ limit: 1 }, { limit: 2 }]]);
    line({ key: keys[1], answer: 'second' });
    assert.equal(await answers[1], 'second');
    line({ key: keys[0], answer: 'first' });
    assert.equal(await answers[0], 'first');
    end();
  });

  it('fail for themselves alone, with the code and the issues of the server', async () => {
    const { ask, one } = byHand();
    const answers = [ask(1), ask(2)];
    const { keys, line } = await one();
    line({ key: keys[0], status: 503, error: { code: 'unavailable', message: 'Busy.', issues: [] } });
    line({ key: keys[1], answer: 'fine' });
    await assert.rejects(
      Promise.resolve(answers[0]),
      (error) => error instanceof Refusal && error.status === 503 && error.message === 'Busy.',
    );
    assert.equal(await answers[1], 'fine');
  });

  it('fail if the answer ends without their line', async () => {
    const { ask, one } = byHand();
    const answer = ask(1);
    (await one()).end();
    await assert.rejects(answer, /ended its answer early/);
  });

  it('are given up once nobody waits for any of them', async () => {
    const { ask, one } = byHand();
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [ask(1, first.signal), ask(2, second.signal)].map((answer) => answer.catch(() => 'gone'));
    const { signal } = await one();
    first.abort();
    assert.equal(signal.aborted, false);
    second.abort();
    assert.equal(signal.aborted, true);
    assert.deepEqual(await Promise.all(answers), ['gone', 'gone']);
  });

  it('go out as several requests where they are too many for one', async () => {
    const { ask, one, sent } = byHand();
    const answers = Array.from({ length: 30 }, (_, i) => ask(i));
    await one();
    assert.deepEqual(
      sent.map(({ keys }) => keys.length),
      [24, 6],
    );
    for (const { keys, line } of sent) for (const key of keys) line({ key, answer: key });
    assert.equal((await Promise.all(answers)).length, 30);
  });

  it('leave other routes alone', () => {
    const { together } = byHand();
    assert.equal(together.read('GET /v1/me', {}, new AbortController().signal), null);
  });
});
