import { createHash } from 'node:crypto';
import type { Apps } from '../../queries/filters.ts';
import type { Reading } from '../../reading/reading.ts';
import { unpackKeys } from '../../reading/stored-keys.ts';
import type { TailSource } from './tail-feed.ts';

/** The queries of the live tail, run by the reading threads. */
export function tailSource(reading: Reading): TailSource {
  // Listeners of the same applications share a feed, and count as one asker in the fair queue.
  const asker = (apps: Apps) =>
    `tail ${createHash('sha256').update(apps.toSorted().join(' ')).digest('hex')}`;
  return {
    keys: async (apps, from, after, limit) =>
      unpackKeys(await reading.lookUp(asker(apps), 'storedKeys', { apps, from, after, limit })),
    fitting: (apps, filters, from, to) =>
      reading.lookUp(asker(apps), 'storedFitting', { apps, filters, from, to }),
    scores: (apps, from) => reading.lookUp(asker(apps), 'storedScores', { apps, from }),
    events: (apps, keys) => reading.lookUp(asker(apps), 'storedEvents', { apps, keys }),
  };
}
