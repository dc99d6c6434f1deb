import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedFacts } from './compared-facts.ts';

const CALL = {
  requestedAt: '2026-03-01T12:00:00.000Z',
  requestedModel: 'gpt-4o',
  model: 'gpt-4o-2024',
  provider: 'openai',
  format: 'openai',
  type: 'chat',
  outcome: 'ok',
  finishReason: 'stop',
  error: null,
  usage: { input: 100, output: 20, total: 120, cachedInput: null, cacheWrite: null, reasoning: null },
  cost: null,
  latencyMs: 1000,
  firstTokenMs: null,
  user: null,
  session: 'a',
  labels: { feature: 'chat' },
} satisfies Parameters<typeof comparedFacts>[0];

const byName = (b: Parameters<typeof comparedFacts>[1]) =>
  new Map(comparedFacts(CALL, b, 'UTC').map((fact) => [fact.name, fact]));

test('nothing differs between an interaction and itself', () => {
  const facts = comparedFacts(CALL, CALL, 'UTC');
  assert.deepEqual(
    facts.filter(({ differs }) => differs),
    [],
  );
  assert.ok(facts.some(({ name }) => name === 'Model'));
});

test('figures that differ have their change, and another time is no difference', () => {
  const facts = byName({
    ...CALL,
    requestedAt: '2026-03-02T12:00:00.000Z',
    latencyMs: 1500,
    usage: { ...CALL.usage, input: 5000, output: 10 },
  });
  assert.deepEqual(facts.get('Latency'), {
    name: 'Latency',
    a: '1.00 s',
    b: '1.50 s',
    differs: true,
    change: '+50%',
  });
  assert.equal(facts.get('Input tokens')?.change, '× 50');
  assert.equal(facts.get('Output tokens')?.change, '−50%');
  assert.equal(facts.get('Requested')?.differs, false);
});

test('labels are facts, also those that one of them lacks, and what neither has is left out', () => {
  const facts = byName({ ...CALL, labels: { constructor: 'x' } });
  assert.deepEqual(facts.get('feature'), { name: 'feature', a: 'chat', b: '–', differs: true });
  assert.deepEqual(facts.get('constructor'), { name: 'constructor', a: '–', b: 'x', differs: true });
  assert.equal(facts.has('Cost'), false);
  assert.equal(facts.has('Error'), false);
});
