import { useEffect, useRef } from 'react';
import { isTyping } from '../filters/search-box.tsx';
import { type Deed, KeyReader } from './shortcuts.ts';

/** Modifier keys do not count as keys of a sequence. */
const MODIFIERS = new Set(['Shift', 'Control', 'Meta', 'Alt']);

/** Handles the global shortcuts. */
export function useShortcuts(onDeed: (deed: Deed) => void): void {
  const latest = useRef(onDeed);
  useEffect(() => {
    latest.current = onDeed;
  });
  useEffect(() => {
    const reader = new KeyReader();
    const press = (event: KeyboardEvent) => {
      if (event.repeat || MODIFIERS.has(event.key)) return;
      // Open dialogs and popovers get the keys; only the palette opens from anywhere.
      const covered = document.querySelector('dialog[open], :popover-open') !== null;
      const deed = reader.press(event, isTyping(event) || covered, event.timeStamp);
      if (!deed) return;
      event.preventDefault();
      latest.current(deed);
    };
    // In the capture phase, since open dialogs stop propagation.
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
}
