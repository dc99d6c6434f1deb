/**
 * Negated filters, for every filter by values and every endpoint that has filters, checked against each
 * record.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  gatherLabels,
  type Interaction,
  InteractionFilters,
  ListInteractionsQuery,
  ListSessionsQuery,
  ListUsersQuery,
  QueryBody,
} from '@parley/contract';
import type { z } from 'zod';
import { runQuery } from '../src/queries/analytics/run.ts';
import { exportPages } from '../src/queries/export-pages.ts';
import { listInteractions } from '../src/queries/list-interactions.ts';
import { listSessions } from '../src/queries/list-sessions.ts';
import { listUsers } from '../src/queries/list-users.ts';
import { newestStored } from '../src/queries/newest-stored.ts';
import type { Store } from '../src/store/store.ts';
import { randomRecords } from './support/random-records.ts';
import { testStore } from './support/test-store.ts';

const SEED = Number(process.env.PARLEY_TEST_SEED ?? 1);
const NOW = Date.parse('2026-03-30T12:00:00Z');
const APP = ['app_a'] as const;
const DAY = 24 * 60 * 60_000;

type Sent = z.input<typeof InteractionFilters> & { [label: `not.label.${string}`]: string | string[] };
type Fits = (record: Interaction) => boolean;

const none = (read: (record: Interaction) => string | null | undefined, ...values: string[]): Fits => {
  return (record) => !values.includes(read(record) ?? '');
};
const OVERLOADED = 'The model is overloaded.';

/** The maximum number of values at their maximum length, and one that matches. */
function long(character: string, meant: string): string[] {
  return [...Array.from({ length: 99 }, (_, i) => `${i}${character.repeat(255)}`), meant];
}

/** The filters sent, and whether a record matches them. */
const CASES: readonly [Sent, Fits][] = [
  [{ 'not.format': 'openai' }, none(({ format }) => format, 'openai')],
  [{ 'not.provider': 'openai' }, none(({ provider }) => provider, 'openai')],
  [{ 'not.type': 'chat' }, none(({ type }) => type, 'chat')],
  [{ 'not.model': 'm1' }, none(({ model }) => model, 'm1')],
  [{ 'not.model': ['m1', 'm2', ''] }, none(({ model }) => model, 'm1', 'm2', '')],
  [{ 'not.requestedModel': ['m', 'elsewhere'] }, none(({ requestedModel }) => requestedModel, 'm')],
  [{ 'not.prompt': ['agent', ''] }, none(({ prompt }) => prompt, 'agent', '')],
  [{ 'not.session': 's1' }, none(({ session }) => session, 's1')],
  [{ 'not.session': '' }, ({ session }) => session !== null],
  [{ 'not.user': 'ann' }, none(({ user }) => user?.key, 'ann')],
  [{ 'not.user': '' }, ({ user }) => Boolean(user?.key)],
  [{ 'not.outcome': ['error', 'blocked'] }, ({ outcome }) => outcome === 'ok'],
  [{ 'not.finishReason': ['length', ''] }, none(({ finishReason }) => finishReason, 'length', '')],
  [{ 'not.errorType': 'limit' }, none(({ error }) => error?.type, 'limit')],
  [{ 'not.errorCode': '' }, ({ error }) => Boolean(error?.code)],
  [{ 'not.errorGroup': OVERLOADED }, none(({ error }) => error?.message, OVERLOADED)],
  [{ warning: 'spelling' }, ({ warnings }) => warnings.some(({ code }) => code === 'spelling')],
  [{ warning: ['', 'blank'] }, ({ warnings }) => warnings.length !== 1],
  [{ 'not.warning': 'blank' }, ({ warnings }) => warnings.every(({ code }) => code !== 'blank')],
  [{ 'not.warning': '' }, ({ warnings }) => warnings.length > 0],
  [{ costSource: 'test' }, ({ cost }) => cost?.source === 'test'],
  [{ 'not.costSource': '' }, ({ cost }) => cost !== null],
  [{ 'not.trace': 't1' }, none(({ trace }) => trace?.traceId, 't1')],
  [{ 'not.scored': 'helpful' }, () => true],
  [{ 'not.label.feature': 'chat' }, none(({ labels }) => labels.feature, 'chat')],
  [{ 'not.label.feature': '' }, ({ labels }) => labels.feature !== undefined],
  [{ 'not.label.feature': long('𝄞', 'chat') }, none(({ labels }) => labels.feature, 'chat')],
  [{ model: long('𝄞', 'm1') }, ({ model }) => model === 'm1'],
  [
    { 'not.model': long("'", 'm1'), 'not.user': long('\\', 'ann'), 'not.session': long('\n', 's1') },
    ({ model, user, session }) => model !== 'm1' && user?.key !== 'ann' && session !== 's1',
  ],
  [
    { 'not.label.feature': 'search', 'not.label.customer.name': 'Acme & Söhne' },
    ({ labels }) => labels.feature !== 'search' && labels['customer.name'] !== 'Acme & Söhne',
  ],
  [
    { outcome: 'error', model: ['m1', 'm2'], 'not.model': 'm2', 'not.user': 'bob', minTokens: 10 },
    ({ outcome, model, user, usage }) =>
      outcome === 'error' && model === 'm1' && user?.key !== 'bob' && (usage.total ?? 0) >= 10,
  ],
];

/** No warning, one whose message quotes another code, or two. */
function warningsOf(i: number): Interaction['warnings'] {
  const spelling = { path: 'a', code: 'spelling', message: 'It said "code":"blank".' };
  return [[], [spelling], [spelling, { path: '', code: 'blank', message: '' }]][i % 3] ?? [];
}

describe(`negated filters (seed ${SEED})`, () => {
  const records = randomRecords(400, SEED, NOW).map((record, i) => ({ ...record, warnings: warningsOf(i) }));
  const own = records.filter(({ appId }) => appId === 'app_a');
  const cleanups: (() => void | Promise<void>)[] = [];
  let store: Store;

  before(async () => {
    ({ store } = await testStore({ after: (clean) => void cleanups.push(clean) }));
    const body = Buffer.from('{}');
    await store.insertInteractions(
      records.map((record) => ({ record, request: body, response: body })),
      'interactions',
    );
  });
  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  for (const [sent, fits] of CASES) {
    it(`${JSON.stringify(sent).slice(0, 100)} means the same in lists, measures, exports and the live tail`, async () => {
      const expected = own.flatMap((record) => (fits(record) ? record.id : [])).sort();
      const gathered = gatherLabels(sent);
      const filters = InteractionFilters.parse(gathered);

      const { data } = await listInteractions(
        store,
        APP,
        ListInteractionsQuery.parse({ ...filters, limit: 500 }),
      );
      assert.deepEqual(data.map(({ id }) => id).sort(), expected, 'list');

      const range = { from: NOW - 60 * DAY, to: NOW + DAY };
      const body = QueryBody.parse({ measures: ['interactions', 'sessions'], ...range, filters });
      const { rows } = await runQuery(store, APP, body, NOW);
      assert.equal(rows[0]?.interactions, expected.length, 'measures');

      const exported = (await Array.fromAsync(exportPages(store, APP, filters))).flat();
      assert.deepEqual(exported.map(({ id }) => id).sort(), expected, 'export');

      const tailed = await newestStored(store).fitting(APP, filters, 0, Date.now() + DAY);
      assert.deepEqual([...tailed].sort(), expected, 'tail');
    });
  }

  it('are not needed for an export by ids, which has no interaction of another application', async () => {
    const [mine, other] = [own[3], records.find(({ appId }) => appId !== 'app_a')];
    const ids = [mine?.id ?? '', other?.id ?? ''];
    const exported = (await Array.fromAsync(exportPages(store, APP, { id: ids }))).flat();
    assert.deepEqual(
      exported.map(({ id }) => id),
      [mine?.id],
    );
    assert.notEqual(other, undefined);
  });

  it('restrict sessions and users to those with a matching interaction', async () => {
    const filters = { 'not.user': ['ann', ''], 'not.outcome': 'ok' };
    const fitting = own.filter(({ user, outcome }) => user?.key && user.key !== 'ann' && outcome !== 'ok');
    const users = await listUsers(store, APP, ListUsersQuery.parse(filters));
    assert.deepEqual(
      users.data.map(({ key }) => key).sort(),
      [...new Set(fitting.map(({ user }) => user?.key))].sort(),
    );
    const sessions = await listSessions(store, APP, ListSessionsQuery.parse({ ...filters, limit: 500 }), NOW);
    assert.deepEqual(
      [...new Set(sessions.data.map(({ session }) => session))].sort(),
      [...new Set(fitting.flatMap(({ session }) => session ?? []))].sort(),
    );
  });

  it('have a case for every filter by values', () => {
    const named = Object.keys(InteractionFilters.shape).filter((name) => name.startsWith('not.'));
    const tried = new Set(CASES.flatMap(([sent]) => Object.keys(gatherLabels(sent) ?? {})));
    assert.deepEqual(
      named.filter((name) => !tried.has(name)),
      [],
    );
  });
});
