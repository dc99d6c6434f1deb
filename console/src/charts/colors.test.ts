import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { colorOf, orderByLetters } from './colors.ts';
import { grown, readOrder } from './first-seen.ts';

describe('the colour of a name', () => {
  it('stays when others come, and when those before it are no longer in sight', () => {
    const order = ['gpt-4o', 'claude', 'gemini'];
    const later = grown(order, ['mistral', 'gpt-4o']);
    for (const name of order) assert.equal(colorOf(name, later), colorOf(name, order), name);
    // What is remembered goes first, whatever the server has forgotten.
    assert.deepEqual(grown(order, ['gemini', 'mistral', 'claude']), [...order, 'mistral']);
    assert.equal(new Set(later.map((name) => colorOf(name, later))).size, 4);
  });

  it('is another one than any that is known, for a name that is not', () => {
    assert.equal(colorOf('new', ['a', 'b']), colorOf('new', ['a', 'b', 'new']));
  });

  it('says how a call ended, in whichever order', () => {
    assert.equal(colorOf('error', ['ok', 'error']), 'var(--color-bad)');
    assert.equal(colorOf('ok', ['error', 'blocked', 'ok']), 'var(--color-c1)');
  });

  it('by its letters is the same alone and among others, but for those with the same place', () => {
    const names = ['production', 'staging', 'test', 'eu', 'us'];
    const order = orderByLetters(names);
    const colors = names.map((name) => colorOf(name, order));
    assert.equal(new Set(colors).size, names.length);
    const alone = names.map((name) => colorOf(name, orderByLetters([name])));
    const kept = colors.filter((color, i) => color === alone[i]);
    assert.ok(kept.length >= new Set(alone).size, `${kept.length} kept theirs`);
    const many = Array.from({ length: 30 }, (_, i) => `name ${i}`);
    assert.deepEqual(new Set(orderByLetters(many)), new Set(many));
  });

  it('survives whatever stands in the browser', () => {
    assert.deepEqual(readOrder('["a","b",3]'), ['a', 'b']);
    for (const text of [null, '', '{', '{}', '"a"']) assert.deepEqual(readOrder(text), [], String(text));
  });
});
