/** Formats sizes, durations and counts for people. */
const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

export function size(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${unit === 0 ? amount : amount.toFixed(1)} ${UNITS[unit]}`;
}

const DURATIONS: readonly [number, string][] = [
  [86_400_000, 'days'],
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
];

export function duration(milliseconds: number): string {
  for (const [length, name] of DURATIONS) {
    if (milliseconds >= 2 * length) return `${Math.round(milliseconds / length)} ${name}`;
  }
  return milliseconds >= 1000
    ? `${Math.round(milliseconds / 1000)} s`
    : `${Number(milliseconds.toFixed(1))} ms`;
}

/** `1 file`, `3 files`. */
export function count(amount: number, one: string, several = `${one}s`): string {
  return `${amount.toLocaleString('en-US')} ${amount === 1 ? one : several}`;
}
