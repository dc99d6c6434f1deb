/** The parameters of the address: the view, the measure, and the period it is compared with. */
import type { ExplainedMeasure } from '@parley/contract';
import { readView, type View } from '../../state/view.ts';
import { isExplained } from './explained.ts';

export const COMPARISONS = { previous: 'Period before', weekBefore: 'Week before' } as const;
export type Comparison = keyof typeof COMPARISONS;

export type WhatChangedSearch = View & { measure?: ExplainedMeasure; compare?: Comparison };

export function readWhatChanged(search: Record<string, unknown>): WhatChangedSearch {
  return {
    ...readView(search),
    ...(isExplained(search.measure) ? { measure: search.measure } : {}),
    ...(search.compare === 'weekBefore' ? { compare: search.compare } : {}),
  };
}
