import { useEffect, useState } from 'react';

/** Pause in typing after which the server is asked. */
const PAUSE_MS = 200;

/** What was typed, once nothing was typed for a moment; empty at first. */
export function useSettled(words: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return settled;
}
