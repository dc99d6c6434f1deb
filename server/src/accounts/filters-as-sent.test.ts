import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NewQueueBody } from '@parley/contract';
import { withFilters } from '../http/bind.ts';
import { filtersAsSent } from './filters-as-sent.ts';

test('the filters of a queue are shown as they can be sent', () => {
  const sent = {
    model: ['m'],
    'not.outcome': ['error'],
    minCostUsd: 0.5,
    'label.feature': ['chat', 'mail'],
    'not.label.environment': ['staging'],
    'score.helpful': ['true'],
    'score.stars.min': 2,
    scored: ['helpful'],
    q: 'refund',
  };
  const questions = [{ name: 'ok', kind: 'boolean', text: 'Fine?' }];
  const read = (filters: object) =>
    NewQueueBody.parse(withFilters({ app: 'app_1', name: 'All', questions, filters })).filters;
  assert.deepEqual(filtersAsSent(read(sent)), sent);
  assert.deepEqual(read(filtersAsSent(read(sent))), read(sent));
});
