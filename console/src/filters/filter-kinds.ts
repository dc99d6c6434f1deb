/** What a view can be narrowed by, in the order of the menu. */
import type { Dimension, LabelDimension } from '@parley/contract';
import { count, plainMilliseconds, usd } from '../lib/format.ts';
import { valueName } from '../lib/upstream-names.ts';
import { ANONYMOUS } from '../lib/user-name.ts';
import { isLabel, labelName, labelsIn } from '../state/label-filters.ts';
import { filterName, filtersOf, rangeIn, readView, type ValueName, type View } from '../state/view.ts';

export type NumberName =
  | 'minLatencyMs'
  | 'maxLatencyMs'
  | 'minCostUsd'
  | 'maxCostUsd'
  | 'minTokens'
  | 'maxTokens';

export type ListKind = {
  name: ValueName;
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
  { name: 'model', dimension: 'model', label: 'Model', none: 'No model', free: true },
  { name: 'provider', dimension: 'provider', label: 'Provider', none: 'Unknown', free: true },
  { name: 'format', dimension: 'format', label: 'Format' },
  { name: 'type', dimension: 'type', label: 'Type' },
  { name: 'outcome', dimension: 'outcome', label: 'Outcome' },
  { name: 'finishReason', dimension: 'finishReason', label: 'Finish reason', none: 'None given' },
  { name: 'errorCode', dimension: 'errorCode', label: 'Error code', none: 'No code', free: true },
  { name: 'errorType', dimension: 'errorType', label: 'Error type', none: 'No type', free: true },
  { name: 'errorGroup', dimension: 'errorGroup', label: 'Error message', none: 'No message' },
  { name: 'user', dimension: 'user', label: 'User', none: ANONYMOUS, free: true },
  { name: 'session', dimension: 'session', label: 'Session', none: 'No session', free: true },
  { name: 'trace', label: 'Trace', none: 'No trace', free: true },
  { name: 'warning', label: 'Warning', none: 'No warnings', free: true },
];

export function labelKind(dimension: LabelDimension): ListKind {
  return { name: dimension, dimension, label: labelName(dimension), none: 'Not set', free: true };
}

/** The kind of a filter that a page names. */
export function kindOf(name: ValueName): ListKind {
  return (
    LIST_KINDS.find((kind) => kind.name === name) ?? (isLabel(name) ? labelKind(name) : { name, label: name })
  );
}

export function valuesOf(view: View, { name }: ListKind, not: boolean): readonly string[] {
  return view[filterName(name, not)] ?? [];
}

export type Chosen = { kind: ListKind; not: boolean; values: readonly string[] };

/** By what the view is narrowed. */
export function chosenFilters(view: View): Chosen[] {
  return [...LIST_KINDS, ...labelsIn(view).map(labelKind)].flatMap((kind) =>
    [false, true]
      .map((not) => ({ kind, not, values: valuesOf(view, kind, not) }))
      .filter(({ values }) => values.length > 0),
  );
}

export const NUMBER_KINDS: readonly NumberKind[] = [
  { name: 'minLatencyMs', label: 'Latency at least', unit: 'seconds', factor: 1000, text: plainMilliseconds },
  { name: 'maxLatencyMs', label: 'Latency at most', unit: 'seconds', factor: 1000, text: plainMilliseconds },
  { name: 'minCostUsd', label: 'Cost at least', unit: 'US dollars', factor: 1, text: usd },
  { name: 'maxCostUsd', label: 'Cost at most', unit: 'US dollars', factor: 1, text: usd },
  { name: 'minTokens', label: 'Tokens at least', unit: 'tokens', factor: 1, text: count },
  { name: 'maxTokens', label: 'Tokens at most', unit: 'tokens', factor: 1, text: count },
];

export function choiceText({ name, none }: ListKind, value: string): string {
  if (value === '') return none ?? 'None';
  return valueName(name, value);
}

/** What a chip says behind its name: the first value, and how many more. */
export function chipText(
  textOf: (value: string) => string,
  { kind, not, values }: Chosen,
): { verb: string; text: string } {
  // Who was not named is somebody all the same.
  if (values.length === 1 && values[0] === '' && kind.name !== 'user')
    return { verb: 'is', text: not ? 'set' : 'not set' };
  const [first = '', ...more] = values.toSorted((a, b) => Number(a === '') - Number(b === ''));
  const text = more.length === 0 ? textOf(first) : `${textOf(first)} or ${count(more.length)} more`;
  return { verb: not ? 'is not' : 'is', text };
}

export function withList(view: View, { name }: ListKind, not: boolean, values: readonly string[]): View {
  return readView({ ...view, [filterName(name, not)]: values });
}

/** Whatever is asked for is asked not to be there, or the other way round. */
export function turned(view: View, kind: ListKind, not: boolean): View {
  const values = [...new Set([...valuesOf(view, kind, not), ...valuesOf(view, kind, !not)])];
  return withList(withList(view, kind, !not, []), kind, not, values);
}

/** Narrowed down to one value. */
export function onlyThis(view: View, kind: ListKind, value: string): View {
  return withList(without(view, kind, true, value), kind, false, [value]);
}

/** What has this value is left out, beside what was left out already. */
export function notThis(view: View, kind: ListKind, value: string): View {
  const others = without(view, kind, true, value);
  return withList(without(others, kind, false, value), kind, true, [...valuesOf(others, kind, true), value]);
}

function without(view: View, kind: ListKind, not: boolean, value: string): View {
  return withList(
    view,
    kind,
    not,
    valuesOf(view, kind, not).filter((one) => one !== value),
  );
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
