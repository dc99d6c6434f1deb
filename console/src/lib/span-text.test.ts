import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { offsetText, spanText } from './span-text.ts';

const NOW = Date.parse('2026-11-17T10:00:00Z');
/** Newer browsers set thin spaces around the dash. */
const plain = (text: string) => text.replace(/[\u2009\u202f]/g, ' ');

describe('a span of time', () => {
  const read = (from: string, to: string, locale: string, timeZone = 'UTC') =>
    plain(spanText(Date.parse(from), Date.parse(to), { timeZone, now: NOW, locale }));

  it('of whole days is named by its dates, in the reader’s order', () => {
    const days = ['2026-11-10T00:00Z', '2026-11-17T00:00Z'] as const;
    assert.equal(read(...days, 'en-US'), 'Nov 10 – 16');
    assert.equal(read(...days, 'en-GB'), '10 – 16 Nov');
    assert.equal(read(...days, 'de'), '10.–16. Nov.');
    assert.equal(read('2026-11-16T00:00Z', '2026-11-17T00:00Z', 'en-US'), 'Mon, Nov 16');
    assert.equal(read('2025-11-16T00:00Z', '2025-11-17T00:00Z', 'en-GB'), 'Sun, 16 Nov 2025');
  });

  it('of a day on which the clocks change is that day', () => {
    assert.equal(read('2026-03-28T23:00Z', '2026-03-29T22:00Z', 'en-GB', 'Europe/Berlin'), 'Sun 29 Mar');
  });

  it('within a day has the date once, and ends at 24:00 rather than on the day after', () => {
    assert.equal(read('2026-11-16T14:00Z', '2026-11-16T14:05Z', 'en-US'), 'Mon, Nov 16, 14:00 – 14:05');
    assert.equal(read('2026-11-16T18:00Z', '2026-11-17T00:00Z', 'en-GB'), 'Mon 16 Nov, 18:00 – 24:00');
  });

  it('over several days has both dates', () => {
    assert.equal(read('2026-11-15T18:00Z', '2026-11-17T09:30Z', 'en-GB'), '15 Nov, 18:00 – 17 Nov, 09:30');
  });

  it('has seconds only where there are some', () => {
    assert.equal(
      read('2026-11-16T14:00:00Z', '2026-11-16T14:00:07Z', 'en-GB'),
      'Mon 16 Nov, 14:00:00 – 14:00:07',
    );
  });
});

describe('a zone', () => {
  it('is named by its difference from UTC at that time of the year', () => {
    const [winter, summer] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)];
    assert.deepEqual(
      [offsetText('Europe/Berlin', winter), offsetText('Europe/Berlin', summer)],
      ['UTC+1', 'UTC+2'],
    );
    assert.deepEqual(
      [offsetText('Asia/Kolkata', winter), offsetText('UTC', winter), offsetText('America/New_York', winter)],
      ['UTC+5:30', 'UTC', 'UTC-5'],
    );
  });
});
