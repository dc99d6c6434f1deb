/**
 * Charts over time count every interaction of their range once, in every time zone and across clock changes.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { Bucket, QueryBody } from '@parley/contract';
import { randomNumbers } from '@parley/sample/random';
import { planQuery } from '../src/queries/analytics/plan.ts';
import { runQuery } from '../src/queries/analytics/run.ts';
import { rowsStatement } from '../src/queries/analytics/statements.ts';
import type { Store } from '../src/store/store.ts';
import { headOf, recordOf } from './support/interactions.ts';
import { testStore } from './support/test-store.ts';

const APP = ['app_1'] as const;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Clock changes: by half an hour and back, at midnight, a minute after midnight, to a time already passed.
 */
const CHANGES = [
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['America/Sao_Paulo', '2017-10-15T03:00:00Z'],
  ['Asia/Beirut', '2023-03-29T22:00:00Z'],
  ['Antarctica/Casey', '2020-10-03T16:01:00Z'],
  ['Asia/Pyongyang', '2018-05-04T15:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
] as const;

/** 120 interactions around each change, and one in the last millisecond before it. */
const TIMES = CHANGES.flatMap(([, change]) => {
  const at = Date.parse(change);
  return [...Array.from({ length: 120 }, (_, i) => at + (i - 60) * 7 * MINUTE), at - 1];
});

/** Two days have more minutes than a chart may have buckets. */
const rangeAround = (change: string, bucket?: Bucket) => {
  const at = Date.parse(change);
  const reach = bucket === 'minute' ? DAY / 2 : DAY;
  return { from: at - reach, to: at + reach };
};

describe('buckets', () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  let store: Store;

  before(async () => {
    ({ store } = await testStore({ after: (clean) => void cleanups.push(clean) }));
    const body = Buffer.from('{}');
    const records = TIMES.map((requestedAt) => {
      const head = headOf({ id: randomUUID() });
      return recordOf({ ...head, envelope: { ...head.envelope, requestedAt, respondedAt: requestedAt } });
    });
    await store.insertInteractions(
      records.map((record) => ({ record, request: body, response: body })),
      'all',
    );
  });

  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  const ask = (body: object) =>
    runQuery(store, APP, QueryBody.parse({ measures: ['interactions'], ...body }), Date.now());

  for (const [timezone, change] of CHANGES) {
    it(`count every interaction in ${timezone} on ${change.slice(0, 10)}`, async () => {
      for (const bucket of Bucket.options) {
        const range = rangeAround(change, bucket);
        const within = TIMES.filter((time) => time >= range.from && time < range.to);
        const { rows } = await ask({ ...range, bucket, timezone });
        const starts = rows.map(({ time = '' }) => Date.parse(time));
        assert.deepEqual(
          rows.map(({ interactions }) => interactions),
          starts.map(
            (start, i) => within.filter((time) => time >= start && time < (starts[i + 1] ?? range.to)).length,
          ),
          bucket,
        );
        assert.ok((starts[0] ?? Number.NaN) <= range.from, bucket);
      }
    });

    it(`have the local times of ${timezone} on ${change.slice(0, 10)}`, async () => {
      const range = rangeAround(change);
      const within = TIMES.filter((time) => time >= range.from && time < range.to);
      const { rows } = await ask({ ...range, timezone, dimensions: ['dayOfWeek', 'hourOfDay'], limit: 1000 });
      const format = new Intl.DateTimeFormat('en', {
        timeZone: timezone,
        weekday: 'short',
        hour: '2-digit',
        hourCycle: 'h23',
      });
      const shown = (time: number) => {
        const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
        const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.get('weekday') ?? '') + 1;
        return `${day} ${Number(parts.get('hour'))}`;
      };
      const expected = Object.entries(Object.groupBy(within, shown)).map(
        ([key, of]) => `${key}: ${of?.length}`,
      );
      assert.deepEqual(
        rows.map((row) => `${row.dayOfWeek} ${row.hourOfDay}: ${row.interactions}`).sort(),
        expected.sort(),
      );
    });
  }

  it('count every interaction for the previous period and for the other groups', async () => {
    const [timezone, change] = CHANGES[0];
    const { from, to } = rangeAround(change);
    const question = {
      from: to,
      to: to + (to - from),
      timezone,
      compare: 'previous',
      limit: 1,
      others: true,
    };
    const { previous } = await ask({ ...question, bucket: 'hour', dimensions: ['format'] });
    const counted = previous?.rows.reduce((sum, { interactions }) => sum + Number(interactions), 0);
    assert.equal(counted, 121);
  });

  it('are right in every accepted time zone, in any letter case', async () => {
    const random = randomNumbers(1);
    const spelled = (name: string) =>
      [...name].map((letter) => (random.below(2) ? letter.toLowerCase() : letter.toUpperCase())).join('');
    const zones = [...Intl.supportedValuesOf('timeZone'), 'US/Pacific', 'GB', 'EST', 'Zulu', 'Asia/Kolkata'];
    const [, change] = CHANGES[0];
    const range = rangeAround(change);
    // Zones with the same local times share a query.
    const questions = new Map<string, QueryBody>();
    for (const zone of zones) {
      const timezone = spelled(zone);
      const body = QueryBody.parse({
        measures: ['interactions'],
        dimensions: ['hourOfDay'],
        bucket: 'day',
        limit: 24,
        timezone,
        ...range,
      });
      const { params } = rowsStatement(planQuery(APP, body, range.to, false), range);
      questions.set(JSON.stringify(params), body);
    }
    assert.ok(questions.size > 30, `${questions.size} clocks`);
    for (const body of questions.values()) {
      const { rows } = await runQuery(store, APP, body, Date.now());
      const counted = rows.reduce((sum, { interactions }) => sum + Number(interactions), 0);
      assert.equal(counted, 121, body.timezone);
    }
  });
});
