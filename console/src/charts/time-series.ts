import type { Selection } from './use-drag.ts';

/** What a chart over time is given. */
export type Series = { name: string; color: string; values: readonly (number | null)[] };

export type TimeChartProps = {
  times: readonly string[];
  series: readonly Series[];
  kind: 'bars' | 'lines';
  format: (value: number | null) => string;
  /** What a moment is made of, in words, where one is pointed at. */
  note?: (index: number) => string;
  /** For the round values beside the chart; as all others, when absent. */
  axisFormat?: (values: readonly number[]) => (value: number) => string;
  /** What a moment is called where one is pointed at. */
  timeLabel: (time: string) => string;
  /** By whose clocks the times below the chart are round; absent: they are called as where one is pointed at. */
  timeZone?: string;
  /** The mark that now is in: there is more to come. */
  unfinished?: number | null;
  height?: number;
  /** A click on a moment, to see what is behind it; with the series that was pointed at. */
  onPick?: (index: number, series: string | null) => void;
  /** A drag over some moments, to see them alone. */
  onZoom?: (selection: Selection) => void;
};
