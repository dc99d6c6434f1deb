import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitThinking } from './think-tags.ts';

test('thinking before the answer is split off', () => {
  assert.deepEqual(splitThinking('<think>\nHm.\n</think>\n\nYes.\n'), { thinking: 'Hm.', answer: 'Yes.\n' });
  assert.deepEqual(splitThinking('\n <think></think>Yes'), { thinking: '', answer: 'Yes' });
});

test('an answer without thinking is unchanged', () => {
  for (const text of ['', ' Yes', 'Say <think>no</think>', '</think>', '<thinking>a</thinking>']) {
    assert.deepEqual(splitThinking(text), { thinking: null, answer: text });
  }
});

test('an answer that is cut off inside its thinking is all thinking', () => {
  assert.deepEqual(splitThinking('<think>Where to'), { thinking: 'Where to', answer: '' });
});
