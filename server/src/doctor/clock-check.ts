/** Checks this machine's clock against those of the databases and the files written here. */
import { duration } from './amounts.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

/** How far another clock is ahead, in milliseconds, and the uncertainty from the time it took to ask. */
export type OtherClock = { name: string; aheadMs: number; uncertainMs: number };

export type Clocks = {
  now: number;
  /** When the newest file of the data folder was written; null if there is none. */
  lastWrite: number | null;
  others: readonly OtherClock[];
};

/** Parley did not exist before. */
const EARLIEST_TIME = Date.UTC(2026, 0, 1);
const MAX_OFFSET_MS = { bad: 60_000, warn: 2000 };
const ADVICE = 'Synchronise the clocks (chrony, systemd-timesyncd).';

export async function inspectClock(name: string, ask: () => Promise<number>): Promise<OtherClock> {
  const before = Date.now();
  const theirs = await ask();
  const after = Date.now();
  return { name, aheadMs: theirs - (before + after) / 2, uncertainMs: (after - before) / 2 };
}

export function checkClock({ now, lastWrite, others }: Clocks): Finding[] {
  const shown = new Date(now).toISOString();
  if (now < EARLIEST_TIME) return [bad('clock', `It is ${shown}, says this machine`, ADVICE)];
  if (lastWrite !== null && lastWrite - now > MAX_OFFSET_MS.bad) {
    const behind = duration(lastWrite - now);
    return [bad('clock', `${shown}, ${behind} before the data folder was last written`, ADVICE)];
  }
  if (others.length === 0) return [ok('clock', shown)];
  return others.map(({ name, aheadMs, uncertainMs }) => {
    const off = Math.max(0, Math.abs(aheadMs) - uncertainMs);
    if (off < MAX_OFFSET_MS.warn) return ok('clock', `${shown}, as ${name}`);
    const found = `${name} is ${duration(off)} ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`;
    return off < MAX_OFFSET_MS.bad ? warn('clock', found, ADVICE) : bad('clock', found, ADVICE);
  });
}
