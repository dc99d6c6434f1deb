/** This machine's clock, beside those of the databases and what was written here. */
import { duration } from './amounts.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

/** Another clock, in milliseconds ahead of this one, and how far off that may be since asking took its time. */
export type OtherClock = { name: string; aheadMs: number; uncertainMs: number };

export type Clocks = {
  now: number;
  /** When the newest file of the data folder was written; null when there is none. */
  lastWrite: number | null;
  others: readonly OtherClock[];
};

/** There was no Parley before. */
const PLAUSIBLE = Date.UTC(2026, 0, 1);
const OFF_MS = { bad: 60_000, warn: 2000 };
const ADVICE = 'Synchronise the clocks (chrony, systemd-timesyncd).';

export async function lookAtClock(name: string, ask: () => Promise<number>): Promise<OtherClock> {
  const before = Date.now();
  const theirs = await ask();
  const after = Date.now();
  return { name, aheadMs: theirs - (before + after) / 2, uncertainMs: (after - before) / 2 };
}

export function checkClock({ now, lastWrite, others }: Clocks): Finding[] {
  const shown = new Date(now).toISOString();
  if (now < PLAUSIBLE) return [bad('clock', `It is ${shown}, says this machine`, ADVICE)];
  if (lastWrite !== null && lastWrite - now > OFF_MS.bad) {
    const behind = duration(lastWrite - now);
    return [bad('clock', `${shown}, ${behind} before the data folder was last written`, ADVICE)];
  }
  if (others.length === 0) return [ok('clock', shown)];
  return others.map(({ name, aheadMs, uncertainMs }) => {
    const off = Math.max(0, Math.abs(aheadMs) - uncertainMs);
    if (off < OFF_MS.warn) return ok('clock', `${shown}, as ${name}`);
    const found = `${name} is ${duration(off)} ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`;
    return off < OFF_MS.bad ? warn('clock', found, ADVICE) : bad('clock', found, ADVICE);
  });
}
