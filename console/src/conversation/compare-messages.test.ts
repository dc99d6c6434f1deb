import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, Role } from '@parley/contract';
import { compareMessages } from './compare-messages.ts';

const say = (role: Role, text: string): Message => ({ role, content: [{ type: 'text', text }] });
const shown = (before: readonly Message[], after: readonly Message[]) =>
  compareMessages(before, after).map((one) =>
    one.kind === 'same' ? one.messages.length : [one.role, one.before, one.after],
  );

test('equal messages are counted together', () => {
  const both = [say('user', 'Hello'), say('assistant', 'Hi')];
  assert.deepEqual(shown(both, both), [2]);
  assert.deepEqual(shown([], []), []);
});

test('changed messages of the same role stand side by side', () => {
  const [hello, hi] = [say('user', 'Hello'), say('assistant', 'Hi')];
  assert.deepEqual(shown([hello, hi, say('user', 'One?')], [hello, hi, say('user', 'Two?')]), [
    2,
    ['user', 'One?', 'Two?'],
  ]);
});

test('a message without a counterpart stands alone, in its place', () => {
  assert.deepEqual(
    shown(
      [say('user', 'a'), say('assistant', 'b')],
      [say('tool', 'c'), say('assistant', 'd'), say('user', 'e')],
    ),
    [
      ['tool', null, 'c'],
      ['assistant', null, 'd'],
      ['user', 'a', 'e'],
      ['assistant', 'b', null],
    ],
  );
});
