import type { ChartState } from '../../charts/chart-card.tsx';
import { lines, type Stacked } from '../../charts/query/series.ts';
import { useQueryOf } from '../../charts/query/use-query.ts';
import { bucketOf, type View } from '../../state/view.ts';

const LATENCY = [
  ['latencyP50', 'p50'],
  ['latencyP95', 'p95'],
  ['latencyP99', 'p99'],
] as const;
const FIRST_TOKEN = [
  ['firstTokenP50', 'p50'],
  ['firstTokenP95', 'p95'],
] as const;

export type Delay = {
  data: Stacked;
  state: ChartState;
  /** Whether there are any measurements. */
  known: boolean;
};

/** Latency and time to first token, in one query. */
export function useDelays(appId: string, view: View): { latency: Delay; firstToken: Delay } {
  const answer = useQueryOf(appId, view, {
    measures: [...LATENCY, ...FIRST_TOKEN].map(([measure]) => measure),
    bucket: bucketOf(view),
  });
  const delayOf = (measures: typeof LATENCY | typeof FIRST_TOKEN): Delay => {
    const data = lines(answer.data, measures);
    const known = data.series.some(({ values }) => values.some((value) => value !== null));
    return { data, state: answer, known };
  };
  return { latency: delayOf(LATENCY), firstToken: delayOf(FIRST_TOKEN) };
}
