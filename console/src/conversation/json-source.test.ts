import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { indentJson, readJsonSource } from './json-source.ts';

describe('JSON source', () => {
  it('it keeps every digit of a number', () => {
    assert.equal(
      indentJson('{"n":12345678901234567890,"one":1.0,"e":1E+2,"z":-0}'),
      '{\n  "n": 12345678901234567890,\n  "one": 1.0,\n  "e": 1E+2,\n  "z": -0\n}',
    );
  });

  it('it keeps the order of keys, and duplicate keys', () => {
    const node = readJsonSource('{"b":1,"10":2,"a":3,"b":4}');
    assert.ok(node?.kind === 'object');
    assert.deepEqual(
      node.entries.map(({ key }) => key),
      ['"b"', '"10"', '"a"', '"b"'],
    );
  });

  it('it keeps the escapes of a string', () => {
    assert.equal(indentJson(String.raw`["a\"\u00e9\\"]`), '[\n  "a\\"\\u00e9\\\\"\n]');
  });

  it('it is equivalent to the original, for every document', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const again = indentJson(text);
        assert.ok(again !== null);
        assert.deepEqual(JSON.parse(again), JSON.parse(text));
      }),
    );
  });

  it('it is null for invalid JSON', () => {
    for (const text of ['', '{', '{"a":}', '[1,]', '"open', '01', 'nul', '1 2', '{a:1}', '"a\\'])
      assert.equal(readJsonSource(text), null, text);
  });

  it('it is null, without a crash, for JSON that is nested too deeply', () => {
    assert.equal(readJsonSource('['.repeat(100_000)), null);
  });
});
