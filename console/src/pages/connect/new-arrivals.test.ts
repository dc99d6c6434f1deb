import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Arrival } from '@parley/contract';
import { withNew } from './new-arrivals.ts';

const OPENED = Date.UTC(2026, 10, 17, 12);

function arrival(way: Arrival['way'], format: Arrival['format'], seconds: number): Arrival {
  const at = new Date(OPENED + seconds * 1000).toISOString();
  return { appId: 'app', way, format, firstAt: at, lastAt: at, count: 1, firstId: crypto.randomUUID() };
}

describe('new ways of arriving', () => {
  const before = arrival('http', 'openai', -60);
  const sdk = arrival('sdk', 'openai', 5);
  const otel = arrival('otel', 'otel', 9);

  it('only those are greeted that began while the page is open, the newest first', () => {
    assert.deepEqual(withNew([], [before], OPENED), []);
    const first = withNew([], [sdk, before], OPENED);
    assert.deepEqual(first, [sdk]);
    assert.deepEqual(withNew(first, [otel, sdk, before], OPENED), [otel, sdk]);
  });

  it('each is greeted once, and stays when another server answers', () => {
    const greeted = [otel, sdk];
    const again = { ...sdk, count: 7, lastAt: otel.lastAt };
    assert.equal(withNew(greeted, [again, before], OPENED), greeted);
    assert.equal(withNew(greeted, [], OPENED), greeted);
  });
});
