/** The labels of the value axis: without duplicates, and integers for counts. */
import { type ScaleLinear, scaleLinear } from 'd3-scale';

const TICKS = 4;

export type ValueTick = { value: number; text: string };

export function valueScale(values: readonly (number | null)[], height: number): ScaleLinear<number, number> {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return scaleLinear()
    .domain([0, most || 1])
    .nice(TICKS)
    .range([height, 0]);
}

export function valueTicks(
  scale: ScaleLinear<number, number>,
  isWhole: boolean,
  formatFor: (values: readonly number[]) => (value: number) => string,
): ValueTick[] {
  const values = scale.ticks(TICKS).filter((value) => !isWhole || Number.isInteger(value));
  const format = formatFor(values);
  const ticks = values.map((value) => ({ value, text: format(value) }));
  return ticks.filter(({ text }, i) => text !== ticks[i - 1]?.text);
}
