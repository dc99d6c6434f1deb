import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeyReader, SHORTCUTS } from './shortcuts.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };
const press = (reader: KeyReader, key: string, at = 0, more = {}, typing = false) =>
  reader.press({ ...plain, key, ...more }, typing, at);

describe('the shortcuts', () => {
  it('are told apart by their keys, within what is read at the same time', () => {
    const anywhere = SHORTCUTS.flatMap(({ shortcuts }) => shortcuts).filter(({ deed }) => deed);
    const keys = anywhere.map((one) => `${one.command ? 'command ' : ''}${one.keys.join(' ')}`);
    assert.equal(new Set(keys).size, keys.length, keys.join(', '));
    // What begins a pair does nothing by itself.
    for (const { keys: pair } of anywhere.filter(({ keys }) => keys.length > 1))
      assert.ok(!keys.includes(String(pair[0])));
  });

  it('lead to a page by two keys, one shortly after the other', () => {
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

  it('open the palette with ⌘ or Ctrl, whatever comes before and while typing', () => {
    const reader = new KeyReader();
    press(reader, 'g');
    assert.deepEqual(press(reader, 'k', 1, { metaKey: true }, true), { kind: 'search' });
    assert.deepEqual(press(reader, 'K', 2, { ctrlKey: true }), { kind: 'search' });
    assert.equal(press(reader, 'k', 3), null);
    assert.equal(press(reader, 'k', 4, { ctrlKey: true, altKey: true }), null);
  });

  it('are letters while somebody types', () => {
    const reader = new KeyReader();
    assert.equal(press(reader, '?', 0, {}, true), null);
    press(reader, 'g', 1, {}, true);
    assert.equal(press(reader, 'o', 2), null);
    assert.deepEqual(press(reader, '?', 3), { kind: 'shortcuts' });
  });
});
