import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { neighbourQuery, sessionsQuery } from './sessions-query.ts';

const ID = '01980000-0000-7000-8000-000000000000';

describe('the query of the session list', () => {
  it('it has the order in the address, and by default the order of time', () => {
    const { orderBy, order, state, model } = sessionsQuery('app_1', {
      model: ['gpt-4o'],
      orderBy: 'costUsd',
      order: 'asc',
      state: 'ended',
    });
    assert.deepEqual([orderBy, order, state, model], ['costUsd', 'asc', 'ended', ['gpt-4o']]);
    for (const unknown of [{}, { orderBy: 'mood' }]) {
      const query = sessionsQuery('app_1', unknown);
      assert.deepEqual([query.orderBy, query.order, 'state' in query], ['lastAt', 'desc', false]);
    }
  });
});

describe('the neighbour of a session', () => {
  it('it is the next one in the same list, or in the reversed list', () => {
    const search = { user: ['ann'], orderBy: 'interactions', order: 'asc' as const };
    for (const [way, order] of [
      ['next', 'asc'],
      ['previous', 'desc'],
    ] as const) {
      assert.deepEqual(neighbourQuery('app_1', search, ID, way), {
        ...sessionsQuery('app_1', search),
        order,
        startingAfter: ID,
        limit: 1,
      });
    }
  });

  it('without a list, it is the next one by time, in any range', () => {
    assert.deepEqual(neighbourQuery('app_1', {}, ID, 'next'), {
      app: 'app_1',
      orderBy: 'lastAt',
      order: 'desc',
      startingAfter: ID,
      limit: 1,
    });
  });
});
