import { useCallback, useMemo, useRef, useState } from 'react';
import { extended, NOTHING, type Selection, toggled } from './selection.ts';

export type ListSelection = {
  /** The selected keys, in the order of the list. Rows that left the list are not selected any more. */
  keys: readonly string[];
  has: (key: string) => boolean;
  toggle: (key: string) => void;
  extend: (from: string, to: string) => void;
  clear: () => void;
};

/** The selection of a list whose rows have these keys. */
export function useSelection(listed: readonly string[]): ListSelection {
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const keys = useMemo(
    () => (selection.keys.size === 0 ? [] : listed.filter((key) => selection.keys.has(key))),
    [selection, listed],
  );
  // Rows that arrive must not change the functions: they would render every row again.
  const latest = useRef(listed);
  latest.current = listed;
  const toggle = useCallback((key: string) => setSelection((now) => toggled(now, key)), []);
  const extend = useCallback(
    (from: string, to: string) => setSelection((now) => extended(now, latest.current, from, to)),
    [],
  );
  const clear = useCallback(() => setSelection(NOTHING), []);
  return { keys, has: (key) => selection.keys.has(key), toggle, extend, clear };
}
