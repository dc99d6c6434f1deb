import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newCount } from './new-rejections.ts';

const at = (second: number) => ({ receivedAt: new Date(second * 1000).toISOString() });

describe('the count of new rejections', () => {
  it('it counts rejections newer than the last one seen', () => {
    const rejections = [at(30), at(20), at(10)];
    assert.equal(newCount(rejections, ''), '3');
    assert.equal(newCount(rejections, at(10).receivedAt), '2');
    assert.equal(newCount(rejections, at(30).receivedAt), null);
    assert.equal(newCount([], ''), null);
  });

  it('it is capped at 99', () => {
    const many = Array.from({ length: 100 }, (_, i) => at(i + 1));
    assert.equal(newCount(many, ''), '99+');
    assert.equal(newCount(many, at(1).receivedAt), '99');
  });
});
