import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { neighbourQuery, sessionsQuery } from './sessions-query.ts';

const ID = '01980000-0000-7000-8000-000000000000';

describe('what the list of sessions is asked for', () => {
  it('has the order of the address, and that of time when it names none', () => {
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

describe('the session beside another', () => {
  it('is the next of the same list, or of the list the other way round', () => {
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

  it('is the next by time, at any time, when one came from no list', () => {
    assert.deepEqual(neighbourQuery('app_1', {}, ID, 'next'), {
      app: 'app_1',
      orderBy: 'lastAt',
      order: 'desc',
      startingAfter: ID,
      limit: 1,
    });
  });
});
