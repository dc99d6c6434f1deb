import type { ReactNode } from 'react';
import { bucketOf, timeZoneOf, type View } from '../../state/view.ts';
import { ChartCard, type ChartState, type TableData } from '../chart-card.tsx';
import { SeriesChart } from '../series-chart.tsx';
import type { TimeChartProps } from '../time-series.ts';
import { useZoom } from '../use-zoom.ts';
import { bucketLabels } from './bucket-labels.ts';
import type { Picked } from './picked.ts';
import { type Stacked, selectedIn, tableOf, unfinishedIn, viewAt } from './series.ts';

type Note = { head: string; of: (index: number) => string };

type Props = Pick<TimeChartProps, 'kind' | 'format' | 'axisFormat'> & {
  title: string;
  view: View;
  data: Stacked;
  state: ChartState;
  /** Called for a click, with the view narrowed to that bucket. */
  onPick: (at: View, picked: Picked) => void;
  /** The figure in full, for the table. */
  exact?: (value: number | null) => string;
  /** A note for each bucket, and the heading of the notes. */
  note?: Note;
  aside?: ReactNode;
  className?: string;
};

/** A chart of a view over time: dragging zooms in, a click opens the rows behind a mark. */
export function ViewChart(props: Props) {
  const { title, view, data, state, onPick, exact, note, aside, className = '', ...chart } = props;
  const zoom = useZoom();
  const timeZone = timeZoneOf(view);
  const timeLabel = bucketLabels(data, bucketOf(view), timeZone);
  const table = tableOf(data, timeLabel, chart.format, exact);
  return (
    <ChartCard
      title={title}
      aside={aside}
      table={note ? withNotes(table, note) : table}
      state={state}
      className={className}
    >
      <SeriesChart
        title={title}
        {...chart}
        {...(note ? { note: note.of } : {})}
        times={data.times}
        series={data.series}
        timeLabel={timeLabel}
        timeZone={timeZone}
        unfinished={unfinishedIn(data)}
        onZoom={(selection) => zoom(selectedIn(data, selection))}
        onPick={(index, name) => {
          const at = viewAt(view, data, index);
          const group = data.series.find((one) => one.name === name);
          if (at) onPick(at, group ? { group, value: group.values[index] ?? null } : null);
        }}
      />
    </ChartCard>
  );
}

/** The tooltip's notes as a column of the table. */
function withNotes({ columns, rows }: TableData, { head, of }: Note): TableData {
  return { columns: [...columns, head], rows: rows.map((row, i) => [...row, of(i)]) };
}
