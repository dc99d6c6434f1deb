import { CalendarDate, Text } from '@parley/contract';
import { NoSuchApplication } from '../accounts/applications/find-application.ts';
import { parseFlags } from '../base/flags.ts';
import { dayOf } from '../clocks/days.ts';

/** An error that the caller can fix; only its message is printed. */
export class UsageError extends Error {}

/** Flags that must not contain control characters. */
const TEXT_FLAGS = ['name', 'model'];

/** Reads the flags of a command: strings, except `--json` and the switches. Names a missing required one. */
export function readFlags<R extends string, O extends string, S extends string = never>(
  args: string[],
  required: readonly R[],
  optional: readonly O[],
  switches: readonly S[] = [],
): Record<R, string> & Partial<Record<O | 'data', string>> & Partial<Record<S, boolean>> & { json: boolean } {
  const names = [...required, ...optional, 'data'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const booleans = Object.fromEntries(
    [...switches, 'json'].map((name) => [name, { type: 'boolean' as const }]),
  );
  const { values } = parseFlags({ args, options: { ...options, ...booleans } });
  for (const name of required) {
    if (!values[name]) throw new UsageError(`--${name} is missing. "parley help" shows how it is called.`);
  }
  for (const name of TEXT_FLAGS) {
    if (Text.safeParse(values[name] ?? '').success) continue;
    throw new UsageError(`--${name} has control characters in it: leave them out.`);
  }
  return { json: false, ...values } as ReturnType<typeof readFlags<R, O, S>>;
}

/** Parses `24h`, `30m`, `90s`, `2d` or `0` into milliseconds. */
export function readDuration(text: string): number {
  const match = /^(\d+)(s|m|h|d)?$/.exec(text);
  const unit = { s: 1e3, m: 6e4, h: 3.6e6, d: 8.64e7 }[match?.[2] ?? 's'];
  if (!match?.[1] || unit === undefined)
    throw new UsageError(`"${text}" is no duration: write 90s, 30m, 24h or 2d.`);
  return Number(match[1]) * unit;
}

/**
 * Parses a time or a date into milliseconds. A date is the whole day in a time zone that is known later:
 * `--to` includes it.
 */
export function readBound(text: string, flag: 'from' | 'to'): (timeZone: string) => number {
  if (CalendarDate.safeParse(text).success) return (timeZone) => dayOf(text, timeZone)[flag];
  const time = readInstant(text, flag);
  return () => time;
}

export function requireOrder(from: number | null, to: number | null): void {
  if (from !== null && to !== null && to <= from) throw new UsageError('--to must be later than --from.');
}

/** Parses `2026-07-01T12:00:00Z` into milliseconds; a time without a zone is UTC. */
function readInstant(text: string, flag: string): number {
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
  const time = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(zoned) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new UsageError(`--${flag} "${text}" is no time: write 2026-07-01 or 2026-07-01T12:00:00Z.`);
  }
  return time;
}

/** Turns a missing application into a usage error. */
export async function requireApplication<T>(found: Promise<T>): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NoSuchApplication) throw new UsageError(error.message);
    throw error;
  }
}
