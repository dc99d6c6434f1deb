/** Random interactions of two applications over a few weeks, for tests of queries. */
import { randomUUID } from 'node:crypto';
import type { Interaction } from '@parley/contract';
import { type Random, randomNumbers } from '@parley/sample/random';
import { EMPTY_USER, headOf, recordOf } from './interactions.ts';

const DAY = 24 * 60 * 60_000;

const SUCCESS = { outcome: 'ok', error: null } as const;

/** Two kinds of errors; messages of the first kind differ only in their numbers. */
function errorOf(random: Random): Interaction['error'] {
  const message = `Limit ${random.below(1000)} reached in org-a${random.below(9)}b: try again in 1.${random.below(9)}s.`;
  return random.pick([
    { type: 'limit', code: '429', message },
    { type: null, code: null, message: 'The model is overloaded.' },
  ]);
}

function askedBy(text: string): Pick<Interaction, 'input' | 'inputText'> {
  return { input: [{ role: 'user', content: [{ type: 'text', text }] }], inputText: text };
}

/** Few names and times, so that many collide: equal moments, and deadlines met to the millisecond. */
export function randomRecords(count: number, seed: number, now: number): Interaction[] {
  const random = randomNumbers(seed);
  const starts = Array.from({ length: 40 }, () => now - random.below(25 * DAY));
  return Array.from({ length: count }, () => {
    const start = random.below(starts.length);
    const requestedAt =
      (starts[start] ?? now) + random.pick([0, 1, 10, 600, 601]) * random.pick([1, 1000, 999]);
    const known = random.below(4) > 0;
    const respondedAt = known ? requestedAt + random.pick([0, 1, 250, 1000, 600_000]) : requestedAt;
    const person = random.pick([null, null, 'ann', 'bob', 'Cy@Example.com', 'dee']);
    const profile =
      random.below(3) === 0
        ? { firstName: `N${random.below(9)}`, isAuthenticated: random.below(2) === 0 }
        : {};
    const head = headOf({
      id: randomUUID(),
      appId: random.pick(['app_a', 'app_a', 'app_a', 'app_b']),
      receivedAt: now,
      envelope: {
        ...headOf().envelope,
        format: random.pick(['openai', 'anthropic', 'gemini']),
        // Some session names recur for weeks, others are used for minutes only.
        session: random.pick([null, 's1', 's2', 's3', 'long', `of ${start}`, `of ${start}`]),
        sessionTimeout: random.pick([10, 1, 0.5, 0.01, 600]),
        requestedAt,
        respondedAt,
        latencyMs: known ? respondedAt - requestedAt : null,
      },
    });
    const tokens = random.below(5) > 0;
    const [input, output] = [random.below(500), random.below(100)];
    return {
      ...recordOf(head),
      model: random.pick([null, 'm1', 'm2', 'm3']),
      requestedModel: random.pick([null, 'm1', 'm2', 'm']),
      ...random.pick([
        SUCCESS,
        SUCCESS,
        SUCCESS,
        { outcome: 'error', error: errorOf(random) },
        { ...SUCCESS, outcome: 'blocked' },
      ]),
      prompt: random.pick([null, 'agent', 'you-translate-pages-3fa9c1d2']),
      finishReason: random.pick(['stop', 'length', 'tool_calls', null]),
      firstTokenMs: known && random.below(2) === 0 ? random.pick([0, 1, 100, 900, 2000]) : null,
      labels: random.pick([{}, { feature: 'search' }, { feature: 'chat', 'customer.name': 'Acme & Söhne' }]),
      trace:
        random.below(4) === 0
          ? { traceId: random.pick(['t1', 't2']), spanId: null, parentSpanId: null }
          : null,
      toolCalls: random.below(3) === 0 ? [{ id: null, name: 'f', arguments: '{}' }] : [],
      user:
        person === null && random.below(2) === 0
          ? null
          : {
              ...EMPTY_USER,
              key: person?.toLowerCase() ?? null,
              userId: person?.includes('@') ? null : person,
              email: person?.includes('@') ? person : null,
              ...profile,
            },
      usage: tokens
        ? {
            input,
            output,
            total: input + output,
            cachedInput: random.below(9),
            cacheWrite: null,
            reasoning: 1,
          }
        : recordOf(head).usage,
      cost: tokens ? { usd: (input + 4 * output) / 1e6, source: 'test', stated: null } : null,
      ...askedBy(`Tell me of “${random.pick(['Größe', 'Elbe', 'ΟΔΟΣ'])}” number${random.below(count)}`),
      outputText: random.pick(['The quick—brown fox', 'brown quick', '']),
    };
  });
}
