import { type Measure, numberIn, useQueryOf } from '../../charts/query/use-query.ts';
import type { View } from '../../state/view.ts';
import { KPIS, type Kpi } from './kpis.ts';

/** The KPIs of the range and of the period before, and those that are shown. */
export function useFigures(appId: string, view: View, without?: Measure) {
  const kpis = KPIS.filter(({ measure }) => measure !== without);
  const { data, ...state } = useQueryOf(appId, view, { measures: measuresOf(kpis), compare: 'previous' });
  const [now, before] = [data?.rows[0], data?.previous?.rows[0]];
  const hadAny = (numberIn(before, 'interactions') ?? 0) > 0;
  return {
    kpis,
    state,
    now: (measure: Measure) => numberIn(now, measure),
    before: (measure: Measure) => (hadAny ? numberIn(before, measure) : null),
  };
}

export function measuresOf(kpis: readonly Pick<Kpi, 'measure' | 'beside'>[]): Measure[] {
  return kpis.flatMap(({ measure, beside }) => (beside ? [measure, beside.measure] : [measure]));
}
