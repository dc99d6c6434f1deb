/** The KPIs of a range, and the page that each links to. */

import type { Measure } from '../../charts/query/use-query.ts';
import { compact, milliseconds, percent } from '../../lib/format.ts';
import { exactUsd, usd } from '../../lib/money.ts';
import type { View } from '../../state/view.ts';
import type { ChangeProps } from './change.tsx';

export type Kpi = {
  measure: Measure;
  label: string;
  color?: string;
  /** The page that a click opens. */
  to: '/apps/$appId/interactions' | '/apps/$appId/users' | '/apps/$appId/sessions';
  /** The view of that page, and the link's title. */
  behind: (view: View, value: number | null) => View;
  /** The sort order of that page. */
  orderBy?: 'totalTokens' | 'costUsd' | 'latencyMs';
  hint: string;
  /** The word behind the figure. */
  unit?: (value: number) => string;
  /** A second figure, which is counted in another way, and its words. */
  beside?: { measure: Measure; text: (value: number) => string };
} & Pick<ChangeProps, 'format' | 'exact' | 'more'>;

const all = (view: View) => view;

/**
 * People that the application names. A call without a user counts as a new one, so the sum of both would say little.
 */
export const USERS = {
  measure: 'identifiedUsers',
  label: 'Users',
  format: compact,
  unit: (people) => (people === 1 ? 'person' : 'people'),
  beside: {
    measure: 'anonymousUsers',
    text: (calls) => `${compact(calls)} anonymous ${calls === 1 ? 'call' : 'calls'}`,
  },
} as const satisfies Partial<Kpi>;

export const KPIS: readonly Kpi[] = [
  {
    measure: 'interactions',
    label: 'Interactions',
    format: compact,
    more: 'neither',
    to: '/apps/$appId/interactions',
    behind: all,
    hint: 'List the interactions',
  },
  {
    ...USERS,
    more: 'neither',
    to: '/apps/$appId/users',
    behind: all,
    hint: 'List the users',
  },
  {
    measure: 'sessions',
    label: 'Sessions',
    format: compact,
    more: 'neither',
    to: '/apps/$appId/sessions',
    behind: all,
    hint: 'List the sessions',
  },
  {
    measure: 'totalTokens',
    label: 'Tokens',
    format: compact,
    more: 'neither',
    to: '/apps/$appId/interactions',
    orderBy: 'totalTokens',
    behind: all,
    hint: 'List the interactions, most tokens first',
  },
  {
    measure: 'costUsd',
    label: 'Cost',
    format: usd,
    exact: exactUsd,
    more: 'bad',
    to: '/apps/$appId/interactions',
    orderBy: 'costUsd',
    behind: all,
    hint: 'List the interactions, most expensive first',
  },
  {
    measure: 'latencyP95',
    label: 'Latency, p95',
    format: milliseconds,
    more: 'bad',
    to: '/apps/$appId/interactions',
    orderBy: 'latencyMs',
    behind: (view, value) => (value === null ? view : slowerThan(view, value)),
    hint: 'List the interactions that took at least as long',
  },
  {
    measure: 'errorRate',
    label: 'Error rate',
    format: percent,
    more: 'bad',
    color: 'var(--color-bad)',
    to: '/apps/$appId/interactions',
    behind: (view) => ({ ...view, outcome: ['error'] }),
    hint: 'List the interactions that failed',
  },
];

/** At least as slow, rounded down: a percentile may lie between two interactions. */
export function slowerThan(view: View, ms: number): View {
  return { ...view, minLatencyMs: Math.floor(ms) };
}
