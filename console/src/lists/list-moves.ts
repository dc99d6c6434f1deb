type Move = (at: number, last: number, screen: number) => number;

/** The row that a key leads to, by index; -1 is before the first. */
const STEPS: Readonly<Record<string, Move>> = {
  j: (at) => at + 1,
  ArrowDown: (at) => at + 1,
  k: (at) => at - 1,
  ArrowUp: (at) => at - 1,
};

/** Keys that also scroll a page; only a list with a scroll bar of its own has them. */
const LEAPS: Readonly<Record<string, Move>> = {
  PageDown: (at, _, screen) => at + screen,
  PageUp: (at, _, screen) => at - screen,
  Home: () => 0,
  End: (_, last) => last,
};

/** Letters do not depend on Shift, nor on Caps Lock. */
export function plainKey(key: string): string {
  return key.length === 1 ? key.toLowerCase() : key;
}

/**
 * The index that a key leads to in a list of `length` rows; null for other keys. `screen`: rows per screen, for a list
 * that scrolls by itself.
 */
export function moveTo(key: string, at: number, length: number, screen: number | null): number | null {
  const move = STEPS[plainKey(key)] ?? (screen === null ? undefined : LEAPS[key]);
  if (!move || length === 0) return null;
  return Math.max(0, Math.min(length - 1, move(at, length - 1, screen ?? 0)));
}
