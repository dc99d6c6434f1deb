import type { Explanation, QueryAnswer } from '@parley/contract';
import { OTHERS_COLOR } from '../../charts/colors.ts';
import { type Group, NOTHING, type Stacked } from '../../charts/query/series.ts';
import { numberIn, useQueryOf } from '../../charts/query/use-query.ts';
import { ViewChart } from '../../charts/query/view-chart.tsx';
import { useZoom } from '../../charts/use-zoom.ts';
import { bucketOf, type View } from '../../state/view.ts';
import { EXPLAINED } from './explained.ts';

type Props = { appId: string; view: View; found: Explanation };

/** The figure in both periods. Dragging over a peak, or a click on it, asks what changed there. */
export function MeasureOverTime({ appId, view, found }: Props) {
  const { measure, compared } = found;
  const { label, format, axisFormat, kind } = EXPLAINED[measure];
  const { range: _, ...filters } = view;
  const [from = found.from] = [found.from, compared.from].sort();
  const [, to = found.to] = [found.to, compared.to].sort();
  const shown: View = { ...filters, from, to };
  const answer = useQueryOf(appId, shown, { measures: [measure], bucket: bucketOf(shown) });
  const zoom = useZoom();
  return (
    <ViewChart
      title={`${label} over time`}
      aside={<span className="text-sm text-ink-3 max-sm:hidden">Drag over a peak to explain it</span>}
      view={shown}
      data={periods(answer.data, found)}
      state={answer}
      kind={kind}
      format={(value) => format(kind === 'bars' ? (value ?? 0) : value)}
      {...(axisFormat ? { axisFormat } : {})}
      onPick={({ from, to }) => {
        if (from !== undefined && to !== undefined) zoom({ from, to });
      }}
    />
  );
}

/** The values as series of their own: of the period, of the one it is compared with, and of neither. */
function periods(answer: QueryAnswer | undefined, { measure, from, to, compared }: Explanation): Stacked {
  if (!answer) return NOTHING;
  const isIn = (time: string, period: { from: string; to: string }) =>
    time >= period.from && time < period.to;
  const parts = [
    { name: 'This period', color: 'var(--color-accent)', has: (time: string) => isIn(time, { from, to }) },
    { name: 'Compared with', color: 'var(--color-ink-3)', has: (time: string) => isIn(time, compared) },
    {
      name: 'Neither',
      color: OTHERS_COLOR,
      has: (time: string) => !isIn(time, { from, to }) && !isIn(time, compared),
    },
  ];
  const rows = answer.rows.map((row) => ({ time: row.time ?? '', value: numberIn(row, measure) }));
  const series = parts.map(
    ({ name, color, has }): Group => ({
      name,
      color,
      key: null,
      others: false,
      values: rows.map(({ time, value }) => (has(time) ? value : null)),
    }),
  );
  return {
    times: rows.map(({ time }) => time),
    range: { from: answer.from, to: answer.to },
    series: series.filter(({ values }) => values.some((value) => value !== null)),
  };
}
