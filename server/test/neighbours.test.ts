/**
 * Stepping from one interaction to the next, in a list and in a session, without loading the rows between.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { GetSessionQuery, ListInteractionsQuery, NeighboursQuery } from '@parley/contract';
import { getInteractionTurn } from '../src/queries/get-interaction-turn.ts';
import { getNeighbours } from '../src/queries/get-neighbours.ts';
import { getSession } from '../src/queries/get-session.ts';
import { listInteractions } from '../src/queries/list-interactions.ts';
import type { Store } from '../src/store/store.ts';
import { headOf, recordOf } from './support/interactions.ts';
import { testStore } from './support/test-store.ts';

const NOW = Date.parse('2026-03-30T12:00:00Z');
const MINUTE = 60_000;
const APPS = ['app_a'] as const;

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Many share a millisecond; the session `chat` ends after the eighth and begins again. */
const records = Array.from({ length: 12 }, (_, number) => {
  const requestedAt = NOW + Math.floor(number / 4) * MINUTE + (number >= 8 ? 60 * MINUTE : 0);
  const head = headOf({ id: idOf(number), appId: 'app_a', receivedAt: NOW });
  const session = number % 2 === 0 ? 'chat' : null;
  return recordOf({
    ...head,
    envelope: { ...head.envelope, requestedAt, respondedAt: requestedAt, session },
  });
});
const foreign = recordOf(headOf({ id: idOf(99), appId: 'app_b', receivedAt: NOW }));

describe('stepping through interactions', () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  let store: Store;

  before(async () => {
    ({ store } = await testStore({ after: (clean) => void cleanups.push(clean) }));
    const body = Buffer.from('{}');
    await store.insertInteractions(
      [...records, foreign].map((record) => ({ record, request: body, response: body })),
      'interactions',
    );
  });

  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  for (const filters of [{}, { session: 'chat' }]) {
    it(`follows the order of the list, ties included: ${JSON.stringify(filters)}`, async () => {
      const { data } = await listInteractions(store, APPS, ListInteractionsQuery.parse(filters));
      const asked = NeighboursQuery.parse(filters);
      for (const [i, { id }] of data.entries()) {
        assert.deepEqual(await getNeighbours(store, APPS, id, asked), {
          newerId: data[i - 1]?.id ?? null,
          olderId: data[i + 1]?.id ?? null,
        });
      }
    });
  }

  it('finds the neighbours of an interaction that the filters exclude', async () => {
    const around = await getNeighbours(store, APPS, idOf(5), NeighboursQuery.parse({ session: 'chat' }));
    assert.deepEqual(around, { newerId: idOf(6), olderId: idOf(4) });
    const before = NeighboursQuery.parse({ to: NOW + 1 });
    assert.deepEqual(await getNeighbours(store, APPS, idOf(9), before), { newerId: null, olderId: idOf(3) });
  });

  it('counts the turns of a session as the session shows them', async () => {
    for (const first of [0, 8]) {
      const session = await getSession(store, APPS, idOf(first), GetSessionQuery.parse({}), NOW);
      const turns = session?.data.map(({ id }) => id) ?? [];
      assert.equal(turns.length, first === 0 ? 4 : 2);
      for (const [i, id] of turns.entries()) {
        assert.deepEqual(await getInteractionTurn(store, APPS, id), {
          turn: i + 1,
          turns: turns.length,
          previousId: turns[i - 1] ?? null,
        });
      }
    }
  });

  it('finds no turn without a session, and nothing of another application', async () => {
    assert.equal(await getInteractionTurn(store, APPS, idOf(1)), null);
    for (const id of [idOf(99), idOf(500)]) {
      assert.equal(await getInteractionTurn(store, APPS, id), null);
      assert.equal(await getNeighbours(store, APPS, id, {}), null);
    }
  });
});
