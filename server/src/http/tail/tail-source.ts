import type { Reading } from '../../reading/reading.ts';
import { unpackKeys } from '../../reading/stored-keys.ts';
import type { TailSource } from './tail-feed.ts';

/** What the live tail asks, answered by the threads that read. */
export function tailSource(reading: Reading): TailSource {
  return {
    keys: async (apps, from, after, limit) =>
      unpackKeys(await reading.lookUp('storedKeys', { apps, from, after, limit })),
    fitting: (apps, filters, from, to) => reading.lookUp('storedFitting', { apps, filters, from, to }),
    events: (apps, keys) => reading.lookUp('storedEvents', { apps, keys }),
  };
}
