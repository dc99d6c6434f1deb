import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, newDraft, questionOf } from './question-drafts.ts';

test('the name of a score follows from the question, unless it is typed', () => {
  assert.equal(nameOf({ name: null, text: 'Is the answer correct?' }), 'is-the-answer-correct');
  assert.equal(
    nameOf({ name: null, text: 'Würde ein Kunde das verstehen können, oder nicht?' }).length <= 32,
    true,
  );
  assert.equal(nameOf({ name: 'correct', text: 'Is it?' }), 'correct');
});

test('a draft becomes the question of its kind', () => {
  const draft = { ...newDraft(1), text: ' Which plan? ', name: 'plan', options: 'free, pro,, ' };
  assert.deepEqual(questionOf({ ...draft, kind: 'word' }), {
    name: 'plan',
    text: 'Which plan?',
    kind: 'word',
    options: ['free', 'pro'],
  });
  assert.deepEqual(questionOf({ ...draft, kind: 'number', scale: '1-10' }), {
    name: 'plan',
    text: 'Which plan?',
    kind: 'number',
    min: 1,
    max: 10,
  });
});
