import type { ReactNode } from 'react';
import { bucketOf, timeZoneOf, type View } from '../../state/view.ts';
import { ChartCard, type ChartState, type TableData } from '../chart-card.tsx';
import { SeriesChart } from '../series-chart.tsx';
import type { TimeChartProps } from '../time-series.ts';
import { useZoom } from '../use-zoom.ts';
import { type Group, type Stacked, selectedIn, tableOf, timeLabels, unfinishedIn, viewAt } from './series.ts';

/** What was clicked at: the series, if one was pointed at, and what it comes to there. */
export type Picked = { group: Group; value: number | null } | null;

type Note = { head: string; of: (index: number) => string };

type Props = Pick<TimeChartProps, 'kind' | 'format' | 'axisFormat'> & {
  title: string;
  view: View;
  data: Stacked;
  state: ChartState;
  /** A click, with what is looked at narrowed to that moment. */
  onPick: (at: View, picked: Picked) => void;
  /** What each moment is made of, in words, and what that is called. */
  note?: Note;
  aside?: ReactNode;
  className?: string;
};

/** What is looked at, over time: a card in which one goes closer by dragging, and to what is behind a mark by a click. */
export function ViewChart(props: Props) {
  const { title, view, data, state, onPick, note, aside, className = '', ...chart } = props;
  const zoom = useZoom();
  const timeZone = timeZoneOf(view);
  const timeLabel = timeLabels(bucketOf(view), timeZone);
  const table = tableOf(data, timeLabel, chart.format);
  return (
    <ChartCard
      title={title}
      aside={aside}
      table={note ? withNotes(table, note) : table}
      state={state}
      className={className}
    >
      <SeriesChart
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

/** What is said where one points, for whoever reads the table instead. */
function withNotes({ columns, rows }: TableData, { head, of }: Note): TableData {
  return { columns: [...columns, head], rows: rows.map((row, i) => [...row, of(i)]) };
}

/** The filter for what was clicked at; what has no name of its own is no filter. */
export function only(dimension: string, picked: Picked): View {
  return picked && !picked.group.others ? { [dimension]: [picked.group.key ?? ''] } : {};
}
