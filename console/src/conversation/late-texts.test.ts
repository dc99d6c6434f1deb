import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lookAgain, textsMayFollow } from './late-texts.ts';

const NOW = Date.now();
const said = [{ role: 'user', content: [] }] as const;
const span = {
  format: 'otel',
  type: 'chat',
  outcome: 'ok',
  input: [],
  output: [],
  receivedAt: new Date(NOW - 10_000).toISOString(),
} as const;
type Sent = Parameters<typeof textsMayFollow>[0];
const sent = (changes: Partial<Sent>): Sent => ({ ...span, input: [], output: [], ...changes });

test('texts of a recent call may follow until both sides are there', () => {
  const messages = said.map(({ role }) => ({ role, content: [] }));
  assert.ok(textsMayFollow(sent({}), NOW));
  assert.ok(textsMayFollow(sent({ input: messages }), NOW));
  assert.ok(!textsMayFollow(sent({ input: messages, output: messages }), NOW));
  assert.ok(!textsMayFollow(sent({ input: messages, outcome: 'error' }), NOW));
});

test('nothing follows a payload, an embedding or an old call', () => {
  assert.ok(!textsMayFollow(sent({ format: 'openai' }), NOW));
  assert.ok(!textsMayFollow(sent({ type: 'embedding' }), NOW));
  assert.ok(!textsMayFollow(sent({ receivedAt: new Date(NOW - 3_600_000).toISOString() }), NOW));
});

test('looking ends after a while, whatever the clocks say', () => {
  assert.equal(typeof lookAgain(sent({}), 1), 'number');
  assert.equal(lookAgain(sent({}), 60), false);
  assert.equal(lookAgain(undefined, 0), false);
});
