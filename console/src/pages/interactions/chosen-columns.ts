import { useState } from 'react';
import { isLabel } from '../../state/label-filters.ts';
import { COLUMN_NAMES, type ColumnName, type PlainColumn } from './columns.tsx';

const KEY = 'interaction columns';
const NAMES = Object.keys(COLUMN_NAMES) as PlainColumn[];
const NOT_AT_FIRST: ReadonlySet<ColumnName> = new Set<ColumnName>([
  'session',
  'firstToken',
  'provider',
  'type',
  'errorCode',
]);
/** Fits beside the menu on a small laptop. */
const AT_FIRST: readonly ColumnName[] = NAMES.filter((name) => !NOT_AT_FIRST.has(name));

/** The columns that this browser shows. */
export function useChosenColumns() {
  const [chosen, setChosen] = useState(read);
  const choose = (names: readonly ColumnName[]) => {
    localStorage.setItem(KEY, names.join(' '));
    setChosen(names);
  };
  return { chosen, choose };
}

function read(): readonly ColumnName[] {
  const kept = localStorage.getItem(KEY)?.split(' ') ?? [];
  const known = [...NAMES.filter((name) => kept.includes(name)), ...kept.filter(isLabel)];
  return known.length > 0 ? known : AT_FIRST;
}

/** Label columns are hidden unless chosen, and the one of scores where there are none. */
export function visibilityOf(chosen: readonly ColumnName[], hasScores: boolean): Record<string, boolean> {
  const isShown = (name: PlainColumn) => chosen.includes(name) && (name !== 'scores' || hasScores);
  return Object.fromEntries(NAMES.map((name) => [name, isShown(name)]));
}
