import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indentNode, readJsonSource } from './json-source.ts';
import { unfolded } from './unfold-json.ts';

const unfold = (text: string) => {
  const node = readJsonSource(text);
  assert.ok(node);
  const result = unfolded(node);
  return result && indentNode(result).replace(/\s+/g, ' ');
};

describe('JSON in a string of JSON', () => {
  it("it is unfolded, as in Gemini's tool results", () => {
    const inner = JSON.stringify({ city: 'Cork', list: [1.5] });
    assert.equal(
      unfold(JSON.stringify({ result: inner, note: 'fine' })),
      '{ "result": { "city": "Cork", "list": [ 1.5 ] }, "note": "fine" }',
    );
  });

  it('it is unfolded if the whole text is one string, and several times over', () => {
    assert.equal(unfold(JSON.stringify('{"a":1}')), '{ "a": 1 }');
    assert.equal(
      unfold(JSON.stringify([JSON.stringify({ b: JSON.stringify({ c: 2 }) })])),
      '[ { "b": { "c": 2 } } ]',
    );
  });

  it('its numbers stay digit by digit', () => {
    assert.equal(unfold('{"a":"{\\"b\\":12345678901234567890}"}'), '{ "a": { "b": 12345678901234567890 } }');
  });

  it('texts that only begin like JSON, and plain JSON, stay as they are', () => {
    assert.equal(unfold('{"a":"[draft] see {x}","b":"12","c":"true"}'), null);
    assert.equal(unfold('{"a":{"b":[1]}}'), null);
  });

  it('it ends at a depth that nobody reads', () => {
    let text = '{"end":1}';
    for (let i = 0; i < 6; i++) text = JSON.stringify({ in: text });
    assert.match(unfold(text) ?? '', /"in": "\{/);
  });
});
