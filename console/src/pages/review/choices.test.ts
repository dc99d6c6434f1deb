import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Question } from '@parley/contract';
import { choicesOf, firstUnanswered } from './choices.ts';

const OK: Question = { name: 'ok', kind: 'boolean', text: 'Fine?' };
const STARS: Question = { name: 'stars', kind: 'number', text: 'Stars?', min: 1, max: 10 };
const PLAN: Question = { name: 'plan', kind: 'word', text: 'Plan?', options: ['free', 'pro'] };

describe('the choices of a question', () => {
  it('have a key each, and no key twice', () => {
    for (const question of [OK, STARS, PLAN, { ...STARS, min: 0, max: 9 }]) {
      const keys = choicesOf(question).flatMap((choice) => choice.keys);
      assert.equal(new Set(keys).size, keys.length, question.name);
      assert.ok(choicesOf(question).every((choice) => choice.keys.length > 0));
    }
  });

  it('are counted by digits, of which 0 is the tenth', () => {
    const keyOf = (question: Question, text: string) =>
      choicesOf(question).find((choice) => choice.text === text)?.keys[0];
    assert.deepEqual([keyOf(STARS, '1'), keyOf(STARS, '10'), keyOf(PLAN, 'pro')], ['1', '0', '2']);
  });
});

describe('the next question', () => {
  it('is the first without an answer behind the last one, then before it', () => {
    const questions = [OK, STARS, PLAN];
    assert.equal(firstUnanswered(questions, {}), 0);
    assert.equal(firstUnanswered(questions, { stars: 3 }, 2), 2);
    assert.equal(firstUnanswered(questions, { stars: 3, plan: 'pro' }, 2), 0);
    assert.equal(firstUnanswered(questions, { ok: false, stars: 3, plan: 'pro' }), null);
  });
});
