/** What a figure means for a monitor. Pure, like everything in this folder. */
import { isCount, type MonitorCondition, type MonitorDefinition } from '@parley/contract';

/** What was measured of a group in a window. */
export type Figure = { value: number | null; interactions: number };

/** With the figure that it is compared with, for conditions that compare. */
export type ComparedFigure = Figure & { before?: Figure | null };

/**
 * `violated`; `missing`: nothing there, which is to be told; `between`: no longer violated, but not better by the margin;
 * `clear`; `keep`: nothing that could change a state.
 */
export type Verdict = {
  kind: 'violated' | 'missing' | 'between' | 'clear' | 'keep';
  /** The figure, or its change. */
  value: number | null;
};

type Judged = Pick<MonitorDefinition, 'measure' | 'condition' | 'minimum' | 'margin' | 'noData'>;

/** What stands for a group of which nothing was found. */
export function nothingFound({ measure }: Pick<MonitorDefinition, 'measure'>): ComparedFigure {
  return { value: isCount(measure) ? 0 : null, interactions: 0, before: null };
}

export function thresholdOf(condition: MonitorCondition): number {
  if ('above' in condition) return condition.above;
  return 'below' in condition ? condition.below : condition.changedBy;
}

export function judge(definition: Judged, figure: ComparedFigure): Verdict {
  const { condition, minimum, margin, noData } = definition;
  const value = judgedValue(definition, figure);
  // A fall is judged by what it fell from: a window with hardly any interactions may be the alarm itself.
  const interactions =
    'changedBy' in condition
      ? Math.max(figure.interactions, figure.before?.interactions ?? 0)
      : figure.interactions;
  const isEnough = interactions >= minimum;
  const isMissing = figure.interactions === 0 && noData === 'alert';
  if (value !== null && isEnough) {
    if (isViolated(condition, value)) return { kind: 'violated', value };
    if (isMissing) return { kind: 'missing', value };
    return { kind: isBetterBy(margin, condition, value) ? 'clear' : 'between', value };
  }
  if (isMissing) return { kind: 'missing', value };
  return { kind: noData === 'ok' ? 'clear' : 'keep', value };
}

/** The figure that is judged: itself, or its change as a share of the one before; null where there is none. */
function judgedValue(
  { measure, condition }: Judged,
  { value, interactions, before }: ComparedFigure,
): number | null {
  const known = (one: Figure) => one.value ?? (one.interactions === 0 && isCount(measure) ? 0 : null);
  const now = known({ value, interactions });
  if (!('changedBy' in condition)) return now;
  const earlier = before ? known(before) : null;
  return now === null || earlier === null || earlier === 0 ? null : (now - earlier) / Math.abs(earlier);
}

/** A change of exactly the share is one; exactly `above` or `below` is not above or below. */
function isViolated(condition: MonitorCondition, value: number): boolean {
  if ('above' in condition) return value > condition.above;
  if ('below' in condition) return value < condition.below;
  return condition.changedBy > 0 ? value >= condition.changedBy : value <= condition.changedBy;
}

/** Whether a value lies on the right side, by a share of the threshold. */
function isBetterBy(margin: number, condition: MonitorCondition, value: number): boolean {
  const threshold = thresholdOf(condition);
  const distance = margin * Math.abs(threshold);
  const isCeiling = 'above' in condition || ('changedBy' in condition && condition.changedBy > 0);
  return isCeiling ? value <= threshold - distance : value >= threshold + distance;
}
