import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { members } from '../base/member-scan.ts';
import { redactKeys } from './redact-keys.ts';

const SECRET = 'sk_TheSecretThatMustNotBeKept';

function redact(json: string): string {
  const bytes = Buffer.from(json);
  redactKeys(bytes, members(bytes));
  const after = bytes.toString();
  assert.equal(after.length, json.length);
  JSON.parse(after);
  return after;
}

test('the API key is overwritten in place, and nothing else changes', () => {
  const before = `{"reconify":{"appKey":"pk","apiKey":"${SECRET}"},"request":{"apiKey":"stays"}}`;
  const stars = '*'.repeat(SECRET.length);
  assert.equal(
    redact(before),
    `{"reconify":{"appKey":"pk","apiKey":"${stars}"},"request":{"apiKey":"stays"}}`,
  );
});

test('the API key is removed however it and its name are spelled', () => {
  const escaped = [...SECRET].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const spellings = [
    `{"reconify":{"apiKey":"${SECRET}"},"reconify":{"apiKey":"${SECRET}"}}`,
    `{"reconify":{"apiKey":"${SECRET}","apiKey":"${SECRET}"}}`,
    `{"reconify":{"apiKey":"${SECRET}","apiKey":null}}`,
    `{"reconify":{"\\u0061piKey":"${SECRET}"}}`,
    `{"\\u0072econify":{"api\\u004bey" : "${SECRET}" }}`,
    `{"reconify":{"apiKey":{"nested":["${SECRET}"]}}}`,
    `{"reconify":{"apiKey":["${SECRET}"]}}`,
    `{"reconify":{"apiKey":"${SECRET}\\"\\\\"}}`,
    `{ "reconify" :\n{ "apiKey"\t:\r"${SECRET}" } }`,
    `{"reconify":{"apiKey":"${escaped}"}}`,
    `{"reconify":7,"reconify":{"x":{"apiKey":1},"apiKey":"${SECRET}"}}`,
  ];
  for (const spelling of spellings) {
    const after = redact(spelling);
    assert.ok(!after.includes(SECRET), after);
    assert.ok(!after.includes(escaped), after);
  }
});

test('an API key that is not a string becomes another value of the same length', () => {
  for (const value of ['true', 'null', '-1.5e3', '[]', '{"a":[1,2]}', '0', '""', '[ ]']) {
    const after = redact(`{"reconify":{"apiKey":${value},"z":1}}`);
    assert.ok(value === '""' || value === '0' || !after.includes(`"apiKey":${value}`), after);
  }
});

test('any API key is removed, and the payload stays JSON of the same length', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (key, other) => {
      const before = JSON.stringify({ reconify: { format: 'x', apiKey: key, appKey: 'pk' }, other });
      const after = redact(before);
      assert.ok(after.endsWith(`,"appKey":"pk"},"other":${JSON.stringify(other)}}`));
      const { reconify } = JSON.parse(after);
      if (typeof key === 'string') assert.match(reconify.apiKey, /^\**$/);
      else assert.equal(typeof reconify.apiKey, 'number');
    }),
  );
});
