/** The kinds of filters, in the order of the menu. */
import type { Dimension, LabelDimension } from '@parley/contract';
import {
  FIELDS,
  isDimension,
  RANGE_FIELDS,
  type RangeField,
  type RangeFilter,
  rangeFilters,
  VALUE_FILTERS,
  type ValueFilter,
} from '@parley/contract/fields';
import { count, plainMilliseconds } from '../lib/format.ts';
import { exactUsd } from '../lib/money.ts';
import { valueName } from '../lib/upstream-names.ts';
import { isLabel, labelName, labelsIn } from '../state/label-filters.ts';
import { filterName, filtersOf, rangeIn, readView, type ValueName, type View } from '../state/view.ts';

export type ListKind = {
  name: ValueName;
  /** Dimension that lists the values that occur; absent where there are too many to choose from. */
  dimension?: Dimension;
  label: string;
  /** Text for interactions without a value; absent where every interaction has one. */
  none?: string;
  /** Whether people can type a value that is not listed. */
  free: boolean;
};
export type NumberKind = {
  name: RangeFilter;
  label: string;
  unit: string;
  /** Multiplier from what is typed to what the server takes. */
  factor: number;
  text: (value: number) => string;
};

export const LIST_KINDS: readonly ListKind[] = VALUE_FILTERS.map(fieldKind);

function fieldKind(name: ValueFilter): ListKind {
  const field = FIELDS[name];
  return {
    name,
    label: field.label,
    free: field.filter === 'free',
    ...(isDimension(name) ? { dimension: name } : {}),
    ...('none' in field ? { none: field.none } : {}),
  };
}

export function labelKind(dimension: LabelDimension): ListKind {
  return { name: dimension, dimension, label: labelName(dimension), none: 'Not set', free: true };
}

export function kindOf(name: ValueName): ListKind {
  return isLabel(name) ? labelKind(name) : fieldKind(name);
}

export function valuesOf(view: View, { name }: ListKind, not: boolean): readonly string[] {
  return view[filterName(name, not)] ?? [];
}

export type Chosen = { kind: ListKind; not: boolean; values: readonly string[] };

/** The filters by values that a view has. */
export function chosenFilters(view: View): Chosen[] {
  return [...LIST_KINDS, ...labelsIn(view).map(labelKind)].flatMap((kind) =>
    [false, true]
      .map((not) => ({ kind, not, values: valuesOf(view, kind, not) }))
      .filter(({ values }) => values.length > 0),
  );
}

/** How people type and read the bounds of a range. */
const QUANTITIES: Record<RangeField, Pick<NumberKind, 'unit' | 'factor' | 'text'>> = {
  latencyMs: { unit: 'seconds', factor: 1000, text: plainMilliseconds },
  costUsd: { unit: 'US dollars', factor: 1, text: exactUsd },
  totalTokens: { unit: 'tokens', factor: 1, text: count },
};

export const NUMBER_KINDS: readonly NumberKind[] = RANGE_FIELDS.flatMap((field) => {
  const { label } = FIELDS[field];
  const { min, max } = rangeFilters(field);
  return [
    { name: min, label: `${label} at least`, ...QUANTITIES[field] },
    { name: max, label: `${label} at most`, ...QUANTITIES[field] },
  ];
});

export function choiceText({ name, none }: ListKind, value: string): string {
  if (value === '') return none ?? 'None';
  return valueName(name, value);
}

/** More values than this are only counted: their names would fill the bar. */
const MAX_NAMED = 3;
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** Text of a chip behind its name: all values if they are few, otherwise their number; and all values to hover. */
export function chipText(
  textOf: (value: string) => string,
  { kind, not, values }: Chosen,
): { verb: string; text: string; all: string } {
  // An anonymous user is still a user.
  if (values.length === 1 && values[0] === '' && kind.name !== 'user') {
    const text = not ? 'set' : 'not set';
    return { verb: 'is', text, all: text };
  }
  const named = values.toSorted((a, b) => Number(a === '') - Number(b === '')).map(textOf);
  const all = alternatives.format(named);
  const text = named.length > MAX_NAMED ? `one of ${count(named.length)}` : all;
  return { verb: not ? 'is not' : 'is', text, all };
}

export function withList(view: View, { name }: ListKind, not: boolean, values: readonly string[]): View {
  return readView({ ...view, [filterName(name, not)]: values });
}

/** Switches a filter between "is" and "is not", keeping its values. */
export function turned(view: View, kind: ListKind, not: boolean): View {
  const values = [...new Set([...valuesOf(view, kind, not), ...valuesOf(view, kind, !not)])];
  return withList(withList(view, kind, !not, []), kind, not, values);
}

/** The view with a filter for this value only. */
export function onlyThis(view: View, kind: ListKind, value: string): View {
  return withList(without(view, kind, true, value), kind, false, [value]);
}

/** The view without this value, beside those that it excludes already. */
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

export function withNumber(view: View, name: RangeFilter, value: number | undefined): View {
  return readView({ ...view, [name]: value });
}

export function hasFilters(view: View): boolean {
  // Where to search is no filter without words.
  const { in: _, ...filters } = filtersOf(view);
  return Object.keys(filters).length > 0;
}

/** The view's range and time zone alone. */
export function withoutFilters(view: View): View {
  return rangeIn(view);
}
