import { useState } from 'react';
import { COLUMN_NAMES, type ColumnName } from './columns.tsx';

const KEY = 'interaction columns';
const NAMES = Object.keys(COLUMN_NAMES) as ColumnName[];
/** Fits beside the menu on a small laptop. */
const AT_FIRST: readonly ColumnName[] = NAMES.filter((name) => name !== 'session');

/** Which columns this browser shows. */
export function useChosenColumns() {
  const [chosen, setChosen] = useState(read);
  const choose = (names: readonly ColumnName[]) => {
    localStorage.setItem(KEY, names.join(' '));
    setChosen(names);
  };
  return { chosen, choose };
}

function read(): readonly ColumnName[] {
  const kept = localStorage.getItem(KEY)?.split(' ');
  const known = NAMES.filter((name) => kept?.includes(name));
  return known.length > 0 ? known : AT_FIRST;
}

export function visibilityOf(chosen: readonly ColumnName[]): Record<string, boolean> {
  return Object.fromEntries(NAMES.map((name) => [name, chosen.includes(name)]));
}
