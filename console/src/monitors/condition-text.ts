/** What a monitor watches, as one line of text. */
import type { Monitor } from '@parley/contract';
import { FIELDS, type Field } from '@parley/contract/fields';
import { isLabel, labelName } from '../state/label-filters.ts';
import { measureName, plainPercent, unitOf } from './measures.ts';
import { isCalendar, windowText } from './windows.ts';

type Watched = Pick<Monitor, 'window' | 'condition' | 'groupBy' | 'steps'> & { measure: string };

/** `Error rate above 5% in 15 minutes, by model`. */
export function conditionText(watched: Watched): string {
  const { measure, window, condition, groupBy } = watched;
  const by = groupBy === null ? '' : `, by ${groupName(groupBy).toLowerCase()}`;
  if (watched.steps !== null && 'above' in condition)
    return `Budget of ${figureText(measure, condition.above)} per ${windowText(window).replace('calendar ', '')}${by}`;
  const time = isCalendar(window)
    ? `per ${windowText(window).replace('calendar ', '')}`
    : `in ${windowText(window)}`;
  return `${measureName(measure)} ${thresholdText(watched)} ${time}${by}`;
}

/** `above 5%`, `risen by 50% against the week before`. */
export function thresholdText({ measure, condition }: Pick<Watched, 'measure' | 'condition'>): string {
  if ('above' in condition) return `above ${figureText(measure, condition.above)}`;
  if ('below' in condition) return `below ${figureText(measure, condition.below)}`;
  const { changedBy, against } = condition;
  const way = changedBy > 0 ? 'up' : 'down';
  const than = against === 'previous' ? 'from the period before' : 'from a week before';
  return `${way} ${shareText(Math.abs(changedBy))} ${than}`;
}

/** A figure of a monitor: of its measure, or the change of it. */
export function valueText(
  { measure, condition }: Pick<Watched, 'measure' | 'condition'>,
  value: number | null,
): string {
  if (value === null) return '–';
  if (!('changedBy' in condition)) return figureText(measure, value);
  return `${value < 0 ? '−' : '+'}${shareText(Math.abs(value))}`;
}

function figureText(measure: string, value: number): string {
  return unitOf(measure).format(value);
}

/** A change may be more than the whole. */
function shareText(share: number): string {
  return share >= 1 ? `${Math.round(share * 100)}%` : plainPercent(share);
}

/** A value of a dimension, or what having none is called. */
export function groupValue(dimension: string | null, value: string | null): string {
  return value ?? fieldOf(dimension ?? '')?.none ?? 'None';
}

export function groupName(dimension: string): string {
  if (isLabel(dimension)) return labelName(dimension);
  return fieldOf(dimension)?.label ?? dimension;
}

function fieldOf(dimension: string): Field | undefined {
  return Object.hasOwn(FIELDS, dimension) ? FIELDS[dimension as keyof typeof FIELDS] : undefined;
}
