import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { colorOf, orderByLetters } from './colors.ts';
import { grown, readOrder } from './first-seen.ts';

describe('the colour of a name', () => {
  it('a name keeps its colour when others are added or disappear', () => {
    const order = ['gpt-4o', 'claude', 'gemini'];
    const later = grown(order, ['mistral', 'gpt-4o']);
    for (const name of order) assert.equal(colorOf(name, later), colorOf(name, order), name);
    // The remembered order comes first, whatever the server no longer has.
    assert.deepEqual(grown(order, ['gemini', 'mistral', 'claude']), [...order, 'mistral']);
    assert.equal(new Set(later.map((name) => colorOf(name, later))).size, 4);
  });

  it('an unknown name gets a colour that no known name has', () => {
    assert.equal(colorOf('new', ['a', 'b']), colorOf('new', ['a', 'b', 'new']));
  });

  it('outcomes have fixed colours, whatever their order', () => {
    assert.equal(colorOf('error', ['ok', 'error']), 'var(--color-bad)');
    assert.equal(colorOf('ok', ['error', 'blocked', 'ok']), 'var(--color-c1)');
  });

  it('a colour by hash is the same alone and among others, except for collisions', () => {
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

  it('invalid data in the browser is ignored', () => {
    assert.deepEqual(readOrder('["a","b",3]'), ['a', 'b']);
    for (const text of [null, '', '{', '{}', '"a"']) assert.deepEqual(readOrder(text), [], String(text));
  });
});
