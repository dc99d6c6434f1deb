/** What people want to be told of first. */
import type { Filters } from '../state/view.ts';
import type { Draft } from './draft.ts';

export type Template = { title: string; draft: Partial<Draft>; filters?: Filters };

export const TEMPLATES = {
  errors: {
    title: 'Error rate',
    draft: { name: 'Error rate', measure: 'errorRate', window: '15m', threshold: '5', minimum: '20' },
  },
  spend: {
    title: 'Cost per month',
    draft: {
      name: 'Cost per month',
      measure: 'costUsd',
      window: 'month',
      threshold: '100',
      isBudget: true,
      minimum: '0',
    },
  },
  dailyCost: {
    title: 'Cost per day',
    draft: {
      name: 'Cost per day',
      measure: 'costUsd',
      window: 'day',
      threshold: '10',
      isBudget: true,
      steps: '80, 100',
      minimum: '0',
    },
  },
  costJump: {
    title: 'Jump in cost',
    draft: {
      name: 'Jump in cost',
      measure: 'costUsd',
      window: '1d',
      compare: 'up',
      threshold: '50',
      against: 'weekBefore',
      minimum: '100',
    },
  },
  latency: {
    title: 'Latency',
    draft: { name: 'Latency', measure: 'latencyP95', window: '30m', threshold: '10', minimum: '20' },
  },
  silence: {
    title: 'No traffic',
    draft: {
      name: 'No traffic',
      measure: 'interactions',
      window: '1h',
      compare: 'below',
      threshold: '1',
      minimum: '0',
      noData: 'alert',
      margin: '0',
    },
  },
  userSpend: {
    title: 'A user’s cost',
    draft: {
      name: 'Cost of a user per day',
      measure: 'costUsd',
      groupBy: 'user',
      window: 'day',
      threshold: '5',
      isBudget: true,
      steps: '100',
      minimum: '0',
    },
  },
  // An error that was not seen for a week: one that goes on does not fire again.
  newError: {
    title: 'New error',
    draft: {
      name: 'New error',
      measure: 'errors',
      groupBy: 'errorGroup',
      window: '7d',
      threshold: '0',
      minimum: '0',
      margin: '0',
    },
  },
  unpriced: {
    title: 'Model without a price',
    filters: { costSource: [''], outcome: ['ok'] },
    draft: {
      name: 'Model without a price',
      measure: 'interactions',
      groupBy: 'requestedModel',
      window: '1d',
      threshold: '0',
      minimum: '0',
      margin: '0',
    },
  },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof TEMPLATES;

export function isTemplate(name: unknown): name is TemplateName {
  return typeof name === 'string' && Object.hasOwn(TEMPLATES, name);
}
