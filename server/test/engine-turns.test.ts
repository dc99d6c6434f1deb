/** Clients take turns in the embedded engine, which runs few statements at a time. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { Store } from '../src/store/store.ts';
import { testStore } from './support/test-store.ts';

const SLOW_STATEMENTS = 16;
/** About half a second in the WebAssembly engine. */
const NUMBERS = 10_000_000;
/** Generous, since other tests share the engine, which runs one statement at a time. */
const LIMITS = { seconds: 240, bytes: 1e9 };

it('many slow statements of one client do not delay another client', async (test) => {
  const { address } = await testStore(test);
  const store = new Store(address, LIMITS);
  test.after(() => store.close());
  const gone = new AbortController();
  let done = 0;
  const slow = Array.from({ length: SLOW_STATEMENTS }, () =>
    store
      .for('slow', gone.signal)
      .query(z.unknown(), 'SELECT count() FROM numbers({n:UInt64}) WHERE sipHash64(number) % 7 = 0', {
        n: NUMBERS,
      })
      .finally(() => done++)
      .catch(() => {}),
  );
  // Once one is answered, all of them are queued in the engine.
  await Promise.race(slow);
  await store.for('quick', gone.signal).query(z.unknown(), 'SELECT 1');
  const before = done;
  gone.abort();
  await Promise.all(slow);
  assert.ok(
    before <= SLOW_STATEMENTS / 2,
    `${before} of the ${SLOW_STATEMENTS} before it were answered first`,
  );
});
