import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ListInteractionsQuery, QueryBody } from '@parley/contract';
import { resolveDates } from './resolve-dates.ts';

const BERLIN = async () => 'Europe/Berlin';
const at = (time: string) => Date.parse(time);

describe('dates in from and to', () => {
  it("are whole days in the application's time zone", async () => {
    const asked = { from: '2026-11-16', to: '2026-11-16', model: 'gpt-4o' };
    assert.deepEqual(await resolveDates(ListInteractionsQuery, asked, BERLIN), {
      from: at('2026-11-15T23:00:00Z'),
      to: at('2026-11-16T23:00:00Z'),
      model: 'gpt-4o',
    });
  });

  it("use the time zone of the request, or add the application's if there is none", async () => {
    const asked = { measures: ['interactions'], from: '2026-11-16' };
    const tokyo = await resolveDates(QueryBody, { ...asked, timezone: 'asia/tokyo' }, BERLIN);
    assert.deepEqual(tokyo, { ...asked, timezone: 'asia/tokyo', from: at('2026-11-15T15:00:00Z') });
    const own = await resolveDates(QueryBody, asked, BERLIN);
    assert.deepEqual(own, { ...asked, timezone: 'Europe/Berlin', from: at('2026-11-15T23:00:00Z') });
  });

  it('leave everything else to the schema, without looking up a time zone', async () => {
    const never = async () => assert.fail('no time zone is needed');
    for (const asked of [
      { from: '2026-11-16T00:00:00Z', to: '1794787200000' },
      { from: '2026-02-30' },
      { from: ['2026-11-16', '2026-11-17'] },
      {},
      null,
      'text',
    ])
      assert.deepEqual(await resolveDates(ListInteractionsQuery, asked, never), asked);
  });

  it('are days of UTC to a schema by itself', () => {
    const { from, to } = ListInteractionsQuery.parse({ from: '2026-11-16', to: '2026-11-16' });
    assert.deepEqual([from, to], [at('2026-11-16T00:00:00Z'), at('2026-11-17T00:00:00Z')]);
  });
});
