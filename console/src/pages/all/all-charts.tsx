import { ChartCard } from '../../charts/chart-card.tsx';
import { SeriesChart } from '../../charts/series-chart.tsx';
import { useZoom } from '../../charts/use-zoom.ts';
import { compact, usd, usdAxis } from '../../lib/format.ts';
import { bucketOf, timeZoneOf, type View } from '../../state/view.ts';
import {
  colored,
  NOTHING,
  selectedIn,
  stack,
  tableOf,
  timeLabels,
  unfinishedIn,
  viewAt,
} from '../overview/series.ts';
import { withNames } from './all-figures.ts';
import { useAll } from './use-all.ts';

const CHARTS = [
  { measure: 'interactions', title: 'Interactions by application', format: compact },
  { measure: 'costUsd', title: 'Cost by application', format: usd },
] as const;
/** As many as can be told apart. */
const MOST = 7;

type Props = {
  view: View;
  names: ReadonlyMap<string, string>;
  /** A click on a mark: the application by its name, and the time of the mark. */
  onPick: (name: string, view: View) => void;
};

/** How much is asked and what it costs, over time, one application above the other. */
export function AllCharts({ view, names, onPick }: Props) {
  const question = { dimensions: ['app' as const], bucket: bucketOf(view), limit: MOST, others: true };
  const interactions = useAll(view, { ...question, measures: ['interactions'] });
  const costUsd = useAll(view, { ...question, measures: ['costUsd'] });
  const answers = { interactions, costUsd };
  const zoom = useZoom();
  const stacks = colored(
    CHARTS.map(({ measure }) => stack(withNames(answers[measure].data, names), 'app', measure)),
    [...names.values()],
  );
  const timeLabel = timeLabels(bucketOf(view), timeZoneOf(view));
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {CHARTS.map(({ measure, title, format: plain }, i) => {
        const data = stacks[i] ?? NOTHING;
        const format = (value: number | null) => plain(value ?? 0);
        return (
          <ChartCard
            key={measure}
            title={title}
            table={tableOf(data, timeLabel, format)}
            state={answers[measure]}
          >
            <SeriesChart
              times={data.times}
              series={data.series}
              kind="bars"
              format={format}
              {...(measure === 'costUsd' ? { axisFormat: usdAxis } : {})}
              timeLabel={timeLabel}
              timeZone={timeZoneOf(view)}
              unfinished={unfinishedIn(data)}
              onZoom={(selection) => zoom(selectedIn(data, selection))}
              onPick={(index, name) => {
                const at = viewAt(view, data, index);
                if (at && name !== null) onPick(name, at);
              }}
            />
          </ChartCard>
        );
      })}
    </div>
  );
}
