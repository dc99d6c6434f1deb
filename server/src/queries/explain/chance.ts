/** Tells changes of a rate that may be chance from those that have a cause. */
import { at, type Both, type Sums } from './sums.ts';

/** Fewer calls say nothing of a rate or a latency. */
const MIN_CALLS = 5;
/** Beyond it, chance explains the difference of two shares in fewer than 1 of 20 cases. */
const Z = 1.96;

/** `isShare`: a share of calls, rather than a mean. */
export function mayBeChance({ now, before }: Both, isShare: boolean): boolean {
  if (Math.min(callsOf(now), callsOf(before)) < MIN_CALLS) return true;
  return isShare && Math.abs(deviationOf(now, before)) < Z;
}

/** The difference of two shares in standard deviations, with Yates's correction, which few calls need. */
function deviationOf(now: Sums, before: Sums): number {
  const [n, m] = [callsOf(now), callsOf(before)];
  const [counted, countedBefore] = [at(now, -1), at(before, -1)];
  const pooled = (counted + countedBefore) / (n + m);
  const spread = Math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
  const difference = Math.abs(counted / n - countedBefore / m) - (1 / n + 1 / m) / 2;
  return spread === 0 ? 0 : Math.max(0, difference) / spread;
}

function callsOf(sums: Sums): number {
  return at(sums, -2);
}
