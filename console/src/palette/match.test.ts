import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { best } from './match.ts';

const titles = (typed: string, all: readonly (readonly [string, string?])[]) =>
  best(
    typed,
    all.map(([title, words]) => ({ title, words })),
  ).map(({ title }) => title);

describe('matching in the palette', () => {
  it('a match contains every word, in any order and case', () => {
    const all = [['Shop bot'], ['Shop search'], ['Support desk']] as const;
    assert.deepEqual(titles('BOT sho', all), ['Shop bot']);
    assert.deepEqual(titles('shop desk', all), []);
  });

  it('titles with the prefix come first, then words with it, then substrings, then keywords', () => {
    const all = [['Connect', 'api keys'], ['Monkeys'], ['Old keys'], ['Keys of the application']] as const;
    assert.deepEqual(titles('key', all), ['Keys of the application', 'Old keys', 'Monkeys', 'Connect']);
  });

  it('accents are ignored, and an exact title comes first', () => {
    assert.deepEqual(titles('ozil', [['Mesut Özil']]), ['Mesut Özil']);
    assert.deepEqual(titles('users', [['Users of the desk'], ['Users']]), ['Users', 'Users of the desk']);
    assert.deepEqual(titles('s', [['Sessions'], ['Settings'], ['Shop']]), ['Sessions', 'Settings', 'Shop']);
  });

  it('without input, everything matches, up to the limit', () => {
    const all = Array.from({ length: 20 }, (_, i) => [`Page ${i}`] as const);
    assert.deepEqual(titles(' ', all).length, 8);
  });
});
