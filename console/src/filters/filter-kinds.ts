/** What a view can be narrowed by, in the order of the menu. */
import type { Dimension, LabelDimension } from '@parley/contract';
import { count, milliseconds, usd } from '../lib/format.ts';
import { upstreamName } from '../lib/upstream-names.ts';
import { ANONYMOUS } from '../lib/user-name.ts';
import { labelName, labelsIn } from '../state/label-filters.ts';
import { filtersOf, rangeIn, readView, type View } from '../state/view.ts';

export type ListName =
  | 'model'
  | 'requestedModel'
  | 'provider'
  | 'format'
  | 'outcome'
  | 'finishReason'
  | 'errorType'
  | 'errorCode'
  | 'errorGroup'
  | 'user'
  | 'session'
  | 'trace'
  | LabelDimension;
export type NumberName = 'minLatencyMs' | 'maxLatencyMs' | 'minCostUsd' | 'maxCostUsd';

export type ListKind = {
  name: ListName;
  /** By what those that occur can be listed; undefined: there are too many to choose from. */
  dimension?: Dimension;
  label: string;
  /** What an interaction without one is called; undefined: every one has it. */
  none?: string;
  /** Whether a name that is not in the list can be typed. */
  free?: true;
};
export type NumberKind = {
  name: NumberName;
  label: string;
  unit: string;
  /** From what is typed to what the server takes. */
  factor: number;
  text: (value: number) => string;
};

export const LIST_KINDS: readonly ListKind[] = [
  {
    name: 'requestedModel',
    dimension: 'requestedModel',
    label: 'Requested model',
    none: 'No model',
    free: true,
  },
  { name: 'model', dimension: 'model', label: 'Model that answered', none: 'No model', free: true },
  { name: 'provider', dimension: 'provider', label: 'Provider', none: 'Not known', free: true },
  { name: 'format', dimension: 'format', label: 'Format' },
  { name: 'outcome', dimension: 'outcome', label: 'Outcome' },
  { name: 'finishReason', dimension: 'finishReason', label: 'Finish reason', none: 'None given' },
  { name: 'errorCode', dimension: 'errorCode', label: 'Error code', none: 'No code', free: true },
  { name: 'errorType', dimension: 'errorType', label: 'Error type', none: 'No type', free: true },
  { name: 'errorGroup', dimension: 'errorGroup', label: 'Error message', none: 'No message' },
  { name: 'user', dimension: 'user', label: 'User', none: ANONYMOUS, free: true },
  { name: 'session', dimension: 'session', label: 'Session', none: 'No session', free: true },
  { name: 'trace', label: 'Trace', none: 'No trace', free: true },
];

export function labelKind(dimension: LabelDimension): ListKind {
  return { name: dimension, dimension, label: labelName(dimension), none: 'Not set', free: true };
}

/** By what the view is narrowed. */
export function chosenKinds(view: View): ListKind[] {
  return [...LIST_KINDS.filter(({ name }) => view[name] !== undefined), ...labelsIn(view).map(labelKind)];
}

export const NUMBER_KINDS: readonly NumberKind[] = [
  { name: 'minLatencyMs', label: 'Latency at least', unit: 'seconds', factor: 1000, text: milliseconds },
  { name: 'maxLatencyMs', label: 'Latency at most', unit: 'seconds', factor: 1000, text: milliseconds },
  { name: 'minCostUsd', label: 'Cost at least', unit: 'US dollars', factor: 1, text: usd },
  { name: 'maxCostUsd', label: 'Cost at most', unit: 'US dollars', factor: 1, text: usd },
];

/** `ok` and the upstreams' words as people say them. */
const WORDS: Record<string, string> = {
  ok: 'OK',
  error: 'Error',
  blocked: 'Blocked',
  stop: 'Stop',
  length: 'Length',
  tool_calls: 'Tool calls',
  content_filter: 'Content filter',
  other: 'Other',
};

export function wordOf(value: string): string {
  return WORDS[value] ?? value;
}

export function choiceText({ name, none }: ListKind, value: string): string {
  if (value === '') return none ?? 'None';
  return name === 'outcome' || name === 'finishReason' ? wordOf(value) : upstreamName(name, value);
}

/** What a chip says: the first name, and how many more. */
export function chipText(textOf: (value: string) => string, values: readonly string[]): string {
  const [first = '', ...more] = values;
  return more.length === 0 ? textOf(first) : `${textOf(first)} or ${count(more.length)} more`;
}

export function withList(view: View, name: ListName, values: readonly string[]): View {
  return readView({ ...view, [name]: values });
}

export function withNumber(view: View, name: NumberName, value: number | undefined): View {
  return readView({ ...view, [name]: value });
}

export function hasFilters(view: View): boolean {
  return Object.keys(filtersOf(view)).length > 0;
}

/** The range and the time zone stay. */
export function withoutFilters(view: View): View {
  return rangeIn(view);
}
