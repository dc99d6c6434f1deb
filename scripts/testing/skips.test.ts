import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AllowedSkip, excuse, requiresAll } from './skips.ts';

const skipped = (reason: string) => ({ file: 'x.test.ts', name: 'works', reason });
const ALLOWED: AllowedSkip[] = [
  { condition: 'there is no moon', reason: /^needs the moon$/, holds: () => true },
  { condition: 'there is no sun', reason: /^needs the sun$/, holds: () => false },
];

describe('a skipped test', () => {
  it('is excused by a condition of the machine that is true', () => {
    assert.equal(excuse(skipped('needs the moon'), ALLOWED), 'there is no moon');
  });

  it('is not excused by a condition that is false here', () => {
    assert.equal(excuse(skipped('needs the sun'), ALLOWED), null);
  });

  it('is not excused by another reason, or by none', () => {
    assert.equal(excuse(skipped('needs the moon, perhaps'), ALLOWED), null);
    assert.equal(excuse(skipped('')), null);
  });
});

describe('every test is required', () => {
  it('in CI and where it is asked for, and nowhere else', () => {
    assert.equal(requiresAll({ CI: 'true' }), true);
    assert.equal(requiresAll({ PARLEY_TEST_REQUIRE: 'all' }), true);
    assert.equal(requiresAll({}), false);
  });

  it('except where CI says otherwise', () => {
    assert.equal(requiresAll({ CI: 'true', PARLEY_TEST_REQUIRE: '' }), false);
  });
});
