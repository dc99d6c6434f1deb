import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewAddress } from './view-address.ts';

test('the address of a view has its range, its time zone and every filter, as the console reads them', () => {
  const address = new URL(
    viewAddress('https://parley.example.com/logs', {
      app: 'app_1',
      filters: { user: ['1e5', 'a&b'], labels: { plan: ['pro'] }, minCostUsd: 0.5, q: '42' },
      range: { from: 0, to: 86_400_000 },
      timeZone: 'Europe/Berlin',
    }),
  );
  assert.equal(address.pathname, '/logs/apps/app_1/overview');
  assert.deepEqual(Object.fromEntries(address.searchParams), {
    from: '1970-01-01T00:00:00.000Z',
    to: '1970-01-02T00:00:00.000Z',
    tz: 'Europe/Berlin',
    user: '["1e5","a&b"]',
    'label.plan': '["pro"]',
    minCostUsd: '0.5',
    q: '"42"',
  });
});
