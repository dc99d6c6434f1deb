import { compact } from '../lib/format.ts';
import type { Selection } from './use-drag.ts';

/** The data of a chart over time. */
export type Series = {
  name: string;
  color: string;
  values: readonly (number | null)[];
  /** The number of calls behind each value, where that matters. */
  counts?: readonly number[];
};

/** A value with the number of calls behind it. */
export function withCalls(text: string, calls: number | undefined): string {
  return calls === undefined ? text : `${text} · n ${compact(calls)}`;
}

export type TimeChartProps = {
  times: readonly string[];
  series: readonly Series[];
  kind: 'bars' | 'lines';
  format: (value: number | null) => string;
  /** A note on a bucket, shown in the tooltip. */
  note?: (index: number) => string;
  /** Formats axis values; `format` by default. */
  axisFormat?: (values: readonly number[]) => (value: number) => string;
  /** The heading of the tooltip. */
  timeLabel: (time: string) => string;
  /** The time zone of the axis; when absent, labels are those of the tooltip. */
  timeZone?: string;
  /** The index of the current bucket, which is incomplete. */
  unfinished?: number | null;
  height?: number;
  /** Called for a click on a bucket, with the series under the pointer. */
  onPick?: (index: number, series: string | null) => void;
  /** Called for a drag over buckets, to zoom in. */
  onZoom?: (selection: Selection) => void;
};
