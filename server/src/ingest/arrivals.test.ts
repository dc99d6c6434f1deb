import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Arrivals, wayOf } from './arrivals.ts';

const START = Date.UTC(2026, 10, 17);
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

describe('arrivals', () => {
  it('each way and format is listed once, with its first interaction, the newest way first', () => {
    let now = START;
    const arrivals = new Arrivals(() => now);
    arrivals.note('app_1', 'http', 'openai', id(1));
    now += 1000;
    arrivals.note('app_1', 'sdk', 'openai', id(2));
    arrivals.note('app_1', 'http', 'openai', id(3));
    now += 1000;
    arrivals.note('app_1', 'otel', 'otel', id(4));
    const time = (seconds: number) => new Date(START + seconds * 1000).toISOString();
    const openai = { appId: 'app_1', format: 'openai' };
    assert.deepEqual(arrivals.list(['app_1']), [
      {
        appId: 'app_1',
        way: 'otel',
        format: 'otel',
        firstAt: time(2),
        lastAt: time(2),
        count: 1,
        firstId: id(4),
      },
      { ...openai, way: 'sdk', firstAt: time(1), lastAt: time(1), count: 1, firstId: id(2) },
      { ...openai, way: 'http', firstAt: time(0), lastAt: time(1), count: 2, firstId: id(1) },
    ]);
  });

  it('only the applications that are asked for are listed', () => {
    const arrivals = new Arrivals();
    arrivals.note('app_1', 'http', 'openai', id(1));
    arrivals.note('app_2', 'sdk', 'cohere', id(2));
    assert.deepEqual(
      arrivals.list(['app_2', 'app_3']).map(({ appId }) => appId),
      ['app_2'],
    );
  });

  it('memory is bounded: applications that connected long ago are forgotten', () => {
    const arrivals = new Arrivals();
    for (let n = 0; n < 12_000; n++) arrivals.note(`app_${n}`, 'http', 'openai', id(n));
    assert.deepEqual(arrivals.list(['app_0']), []);
    assert.equal(arrivals.list(['app_11999']).length, 1);
  });

  it('the client library is told from other clients by its user agent', () => {
    assert.deepEqual(['parley-sdk', 'parley-sdk/1.0', 'curl/8.5', undefined].map(wayOf), [
      'sdk',
      'sdk',
      'http',
      'http',
    ]);
  });
});
