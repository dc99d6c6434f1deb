/**
 * The versions of a prompt, found in what is stored of its calls. A feature is lasting if nearly every call has it from
 * the first call with it to the last: the wording of a version is lasting, what varies from call to call is not. Calls
 * with the same lasting features are of one version.
 */

/** A feature of a prompt, over all calls. Times are in milliseconds. */
export type FeatureUse = { hash: string; calls: number; first: number; last: number };

/** Calls of a prompt that have the same lasting features. */
export type VersionCalls = { lasting: readonly string[]; calls: number; first: number; last: number };

/** The share of calls between its first and its last that a lasting feature is in. */
const LASTING_SHARE = 0.9;
/** A version needs as many calls, and this share of all. */
const LEAST = { calls: 5, share: 0.005 };

export function leastCalls(all: number): number {
  return Math.max(LEAST.calls, LEAST.share * all);
}

/** `callsBetween`: the calls of the prompt in a range of time, both ends included. */
export function lastingFeatures(
  uses: readonly FeatureUse[],
  all: number,
  callsBetween: (first: number, last: number) => number,
): string[] {
  const least = Math.min(leastCalls(all), all);
  return uses
    .filter(({ calls, first, last }) => calls >= least && calls >= LASTING_SHARE * callsBetween(first, last))
    .map(({ hash }) => hash);
}

/**
 * Joins calls that make no version of their own to the version that they have most in common with; the oldest version
 * is first. Without a version of enough calls, all are one.
 */
export function joinVersions<V extends VersionCalls>(groups: readonly V[]): V[][] {
  const all = groups.reduce((sum, { calls }) => sum + calls, 0);
  const own = groups.filter(({ calls }) => calls >= leastCalls(all));
  const versions = (own.length > 0 ? own : groups.slice(0, 1))
    .toSorted((a, b) => a.first - b.first)
    .map((version) => [version]);
  for (const group of groups) {
    if (versions.some(([version]) => version === group)) continue;
    nearest(versions, group)?.push(group);
  }
  return versions;
}

function nearest<V extends VersionCalls>(versions: V[][], group: V): V[] | undefined {
  let best: { version: V[]; distance: number } | undefined;
  for (const version of versions) {
    const [own] = version;
    if (!own) continue;
    const lasting = new Set(own.lasting);
    const common = group.lasting.filter((hash) => lasting.has(hash)).length;
    const distance = lasting.size + group.lasting.length - 2 * common;
    if (!best || distance <= best.distance) best = { version, distance };
  }
  return best?.version;
}
