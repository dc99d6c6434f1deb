import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Exchange, FORMATS, typesOf } from '@parley/contract';
import { loadFixtures } from '../../test/fixtures/formats.ts';
import { readExchange } from './index.ts';

const fixtures = loadFixtures();
/** Defaults for fixtures of conversations, which omit these fields. */
const NO_EMBEDDINGS = { texts: null, vectors: null };

for (const { name, format, type, request, response, expect } of fixtures) {
  test(`${name} is read as its fixture expects`, () => {
    const { exchange, warnings } = readExchange(format, type, request, response);
    const read = { ...exchange, warnings: warnings.map(({ path, code }) => `${path}: ${code}`) };
    assert.deepEqual(read, { ...NO_EMBEDDINGS, ...expect });
    Exchange.parse(exchange);
  });
}

test('every format and type has a fixture with an answer and one with an error', () => {
  for (const format of FORMATS) {
    for (const type of typesOf(format)) {
      const outcomes = fixtures
        .filter((fixture) => fixture.format === format && fixture.type === type)
        .map((fixture) => fixture.expect.outcome);
      assert.ok(outcomes.includes('ok'), `${format} ${type} has no answer`);
    }
    const all = fixtures.filter((fixture) => fixture.format === format);
    assert.ok(
      all.some((fixture) => fixture.expect.outcome === 'error'),
      `${format} has no error`,
    );
  }
});

test('reading an exchange does not modify it', () => {
  for (const { name, format, type, request, response } of fixtures) {
    const before = JSON.stringify([request, response]);
    readExchange(format, type, request, response);
    assert.equal(JSON.stringify([request, response]), before, name);
  }
});
