import { useEffect, useRef } from 'react';
import { isTyping } from '../filters/search-box.tsx';
import { type Deed, KeyReader } from './shortcuts.ts';

/** Holding it down is not pressing the next key. */
const ALONE = new Set(['Shift', 'Control', 'Meta', 'Alt']);

/** Reads the keys that work anywhere. */
export function useShortcuts(onDeed: (deed: Deed) => void): void {
  const latest = useRef(onDeed);
  useEffect(() => {
    latest.current = onDeed;
  });
  useEffect(() => {
    const reader = new KeyReader();
    const press = (event: KeyboardEvent) => {
      if (event.repeat || ALONE.has(event.key)) return;
      // What is open over the page has the keys; only the palette comes from everywhere.
      const covered = document.querySelector('dialog[open], :popover-open') !== null;
      const deed = reader.press(event, isTyping(event) || covered, event.timeStamp);
      if (!deed) return;
      event.preventDefault();
      latest.current(deed);
    };
    // Before anything else sees them: what is open keeps its keys to itself.
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
}
