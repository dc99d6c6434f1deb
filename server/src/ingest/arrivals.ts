/**
 * The ways in which interactions of each application arrive, so that the console can greet a new one. In memory only,
 * bounded, and a look into two maps for each interaction.
 */
import type { Arrival } from '@parley/contract';
import { evictOldest } from '../base/evict-oldest.ts';

export type Way = Arrival['way'];
type Format = Arrival['format'];

type Seen = { way: Way; format: Format; firstAt: number; lastAt: number; count: number; firstId: string };

/** The least recently connected are forgotten first. */
const MAX_APPLICATIONS = 10_000;

export class Arrivals {
  /** By application, then by way and format, both of which are closed sets. */
  readonly #seen = new Map<string, Map<string, Seen>>();
  readonly #now: () => number;

  constructor(now = Date.now) {
    this.#now = now;
  }

  note(appId: string, way: Way, format: Format, id: string): void {
    const at = this.#now();
    const key = way + format;
    const ways = this.#seen.get(appId) ?? this.#begin(appId);
    const seen = ways.get(key);
    if (seen) {
      seen.lastAt = at;
      seen.count++;
    } else ways.set(key, { way, format, firstAt: at, lastAt: at, count: 1, firstId: id });
  }

  /** The newest way first. */
  list(appIds: readonly string[]): Arrival[] {
    const found = appIds.flatMap((appId) =>
      [...(this.#seen.get(appId)?.values() ?? [])].map((seen) => ({ appId, ...seen })),
    );
    return found
      .sort((a, b) => b.firstAt - a.firstAt)
      .map(({ firstAt, lastAt, ...rest }) => ({
        ...rest,
        firstAt: new Date(firstAt).toISOString(),
        lastAt: new Date(lastAt).toISOString(),
      }));
  }

  #begin(appId: string): Map<string, Seen> {
    const ways = new Map<string, Seen>();
    this.#seen.set(appId, ways);
    evictOldest(this.#seen, MAX_APPLICATIONS);
    return ways;
  }
}

/** The client library says who it is; every other client of `/track` is plain HTTP. */
export function wayOf(userAgent: string | undefined): Way {
  return userAgent?.startsWith(SDK_AGENT) ? 'sdk' : 'http';
}

const SDK_AGENT = 'parley-sdk';
