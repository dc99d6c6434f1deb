import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Monitor } from '@parley/contract';
import { conditionText, valueText } from './condition-text.ts';
import { BLANK, type Draft, definitionOf, draftOf } from './draft.ts';
import { startingDraft } from './monitor-start.ts';
import { TEMPLATES, type Template } from './templates.ts';

const MONITOR: Monitor = {
  id: 'mon_1',
  app: 'app_1',
  appName: 'Shop',
  name: 'Error rate',
  measure: 'errorRate',
  filters: {},
  groupBy: null,
  window: '1h',
  condition: { above: 0.07 },
  steps: null,
  minimum: 20,
  for: 5,
  margin: 0.1,
  noData: 'ok',
  every: null,
  notify: ['chan_1'],
  mutedUntil: null,
  enabled: true,
  createdAt: '2026-03-11T12:00:00.000Z',
  createdBy: null,
  updatedAt: '2026-03-11T12:00:00.000Z',
  updatedBy: null,
  state: 'ok',
  groups: [],
  unwell: 0,
  groupsCut: false,
  judgedAt: null,
  nextAt: null,
  waitingSince: null,
  waitingWhy: null,
  failingWhy: null,
};

test('a monitor that is edited and saved unchanged is the same', () => {
  const all: Partial<Monitor>[] = [
    {},
    { measure: 'latencyP95', condition: { below: 1500 }, groupBy: 'label.feature', every: 30 },
    { condition: { changedBy: -0.3, against: 'weekBefore' }, margin: 0 },
    {
      measure: 'costUsd',
      window: 'month',
      condition: { above: 250 },
      steps: [0.5, 0.8, 1],
      for: 0,
      margin: 0,
    },
    { measure: 'score.stars.mean', condition: { below: 3.5 } },
  ];
  for (const changes of all) {
    const monitor = { ...MONITOR, ...changes };
    const definition = definitionOf(draftOf(monitor), {});
    for (const [name, value] of Object.entries(definition ?? {}))
      assert.deepEqual(value, monitor[name as keyof Monitor], `${name} of ${JSON.stringify(changes)}`);
  }
});

test('a draft without a number is not asked about', () => {
  for (const threshold of ['', 'many', ' ']) assert.equal(definitionOf({ ...BLANK, threshold }, {}), null);
  assert.deepEqual(definitionOf({ ...BLANK, threshold: '5%' }, {})?.condition, { above: 0.05 });
});

test('steps are for what is used up in a period', () => {
  const budget: Draft = { ...BLANK, measure: 'costUsd', window: 'month', threshold: '10', isBudget: true };
  assert.deepEqual(definitionOf({ ...budget, steps: '100, 50; 50 80' }, {})?.steps, [0.5, 0.8, 1]);
  assert.equal(definitionOf({ ...budget, window: '30d' }, {})?.steps, null);
  assert.equal(definitionOf({ ...budget, compare: 'below' }, {})?.steps, null);
});

test('what a monitor watches is one line', () => {
  const text = (changes: Partial<Monitor>) => conditionText({ ...MONITOR, ...changes });
  assert.equal(text({}), 'Error rate above 7% in 1 hour');
  assert.equal(text({ groupBy: 'requestedModel' }), 'Error rate above 7% in 1 hour, by model');
  assert.equal(
    text({ measure: 'costUsd', window: 'month', condition: { above: 250 }, steps: [1] }),
    'Budget of $250.00 per month',
  );
  assert.equal(
    text({ condition: { changedBy: 2, against: 'previous' }, window: '15m' }),
    'Error rate up 200% from the period before in 15 minutes',
  );
  assert.equal(valueText({ ...MONITOR, condition: { changedBy: 0.5, against: 'previous' } }, -0.25), '−25%');
});

test('every template is a whole monitor', () => {
  for (const { title, draft, filters = {} } of Object.values<Template>(TEMPLATES)) {
    assert.notEqual(definitionOf({ ...BLANK, ...draft }, filters), null, title);
    assert.ok(draft.name, title);
  }
});

test('a monitor of what the reader was looking at begins with bounds that make sense', () => {
  const start = (measure: string, groupBy?: string) => {
    const {
      name,
      compare,
      threshold,
      groupBy: by,
    } = startingDraft({ measure, ...(groupBy ? { groupBy } : {}) });
    return [name, compare, threshold, by];
  };
  assert.deepEqual(start('interactions'), ['No traffic', 'below', '1', '']);
  assert.deepEqual(start('interactions', 'label.feature'), ['', 'up', '50', 'label.feature']);
  assert.deepEqual(start('costUsd', 'user'), ['Cost of a user per day', 'above', '5', 'user']);
  assert.deepEqual(start('costUsd', 'requestedModel'), ['Cost per month', 'above', '100', 'requestedModel']);
  assert.deepEqual(start('errors'), ['New error', 'above', '0', '']);
});
