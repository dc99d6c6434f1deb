import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeyReader, SHORTCUTS } from './shortcuts.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };
const press = (reader: KeyReader, key: string, at = 0, more = {}, typing = false) =>
  reader.press({ ...plain, key, ...more }, typing, at);

describe('keyboard shortcuts', () => {
  it('no two global shortcuts have the same keys', () => {
    const anywhere = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts).filter(({ deed }) => deed);
    const keys = anywhere.map((one) => `${one.command ? 'command ' : ''}${one.keys.join(' ')}`);
    assert.equal(new Set(keys).size, keys.length, keys.join(', '));
    // The first key of a pair does nothing alone.
    for (const { keys: pair } of anywhere.filter(({ keys }) => keys.length > 1))
      assert.ok(!keys.includes(String(pair[0])));
  });

  it('two keys in quick succession open a page', () => {
    const reader = new KeyReader();
    assert.equal(press(reader, 'g'), null);
    assert.deepEqual(press(reader, 'm', 400), { kind: 'page', page: 'models' });
    assert.equal(press(reader, 'm', 500), null);
    press(reader, 'g', 1000);
    assert.equal(press(reader, 'm', 9000), null);
    press(reader, 'g', 10_000);
    press(reader, 'x', 10_100);
    assert.equal(press(reader, 'm', 10_200), null);
  });

  it('⌘ or Ctrl with K opens the palette, after any key and while typing', () => {
    const reader = new KeyReader();
    press(reader, 'g');
    assert.deepEqual(press(reader, 'k', 1, { metaKey: true }, true), { kind: 'search' });
    assert.deepEqual(press(reader, 'K', 2, { ctrlKey: true }), { kind: 'search' });
    assert.equal(press(reader, 'k', 3), null);
    assert.equal(press(reader, 'k', 4, { ctrlKey: true, altKey: true }), null);
  });

  it('shortcuts are ignored while typing', () => {
    const reader = new KeyReader();
    assert.equal(press(reader, '?', 0, {}, true), null);
    press(reader, 'g', 1, {}, true);
    assert.equal(press(reader, 'o', 2), null);
    assert.deepEqual(press(reader, '?', 3), { kind: 'shortcuts' });
  });
});
