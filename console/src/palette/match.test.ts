import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { best } from './match.ts';

const titles = (typed: string, all: readonly (readonly [string, string?])[]) =>
  best(
    typed,
    all.map(([title, words]) => ({ title, words })),
  ).map(({ title }) => title);

describe('what the palette finds', () => {
  it('has every word, in any order and any case', () => {
    const all = [['Shop bot'], ['Shop search'], ['Support desk']] as const;
    assert.deepEqual(titles('BOT sho', all), ['Shop bot']);
    assert.deepEqual(titles('shop desk', all), []);
  });

  it('comes with the title that begins so first, then a word that does, then the middle, then other words', () => {
    const all = [['Connect', 'api keys'], ['Monkeys'], ['Old keys'], ['Keys of the application']] as const;
    assert.deepEqual(titles('key', all), ['Keys of the application', 'Old keys', 'Monkeys', 'Connect']);
  });

  it('is found without its accents, and a title that is just so goes first', () => {
    assert.deepEqual(titles('ozil', [['Mesut Özil']]), ['Mesut Özil']);
    assert.deepEqual(titles('users', [['Users of the desk'], ['Users']]), ['Users', 'Users of the desk']);
    assert.deepEqual(titles('s', [['Sessions'], ['Settings'], ['Shop']]), ['Sessions', 'Settings', 'Shop']);
  });

  it('is everything while nothing is typed, as far as there is room', () => {
    const all = Array.from({ length: 20 }, (_, i) => [`Page ${i}`] as const);
    assert.deepEqual(titles(' ', all).length, 8);
  });
});
