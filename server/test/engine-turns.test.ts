/** Askers take turns in the embedded engine, which runs few statements at a time. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { Store } from '../src/store/store.ts';
import { testStore } from './support/test-store.ts';

const SLOW = 16;
/** Half a second with the engine as WebAssembly. */
const NUMBERS = 10_000_000;
/** Other tests use the engine, too, and it does one statement at a time. */
const LIMITS = { seconds: 240, bytes: 1e9 };

it('a pile of slow statements of one asker does not hold up another', async (test) => {
  const { address } = await testStore(test);
  const store = new Store(address, LIMITS);
  test.after(() => store.close());
  const gone = new AbortController();
  let done = 0;
  const slow = Array.from({ length: SLOW }, () =>
    store
      .for('slow', gone.signal)
      .query(z.unknown(), 'SELECT count() FROM numbers({n:UInt64}) WHERE sipHash64(number) % 7 = 0', {
        n: NUMBERS,
      })
      .finally(() => done++)
      .catch(() => {}),
  );
  // Once some of them are in the engine, all of them are.
  await Promise.race(slow);
  await store.for('quick', gone.signal).query(z.unknown(), 'SELECT 1');
  const before = done;
  gone.abort();
  await Promise.all(slow);
  assert.ok(before <= SLOW / 2, `${before} of the ${SLOW} before it were answered first`);
});
