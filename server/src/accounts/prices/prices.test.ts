import assert from 'node:assert/strict';
import { beforeEach, describe, type TestContext, test } from 'node:test';
import type { Kysely } from 'kysely';
import { testMetadata } from '../../../test/support/metadata.ts';
import { readRevision } from '../../metadata/revision.ts';
import type { Tables } from '../../metadata/tables.ts';
import { createApplication } from '../applications/create-application.ts';
import { CurrentPrices } from './current-prices.ts';
import { listPrices } from './list-prices.ts';
import { removePrice } from './remove-price.ts';
import { type NewPrice, setPrice } from './set-price.ts';

let db: Kysely<Tables>;
let appId: string;

function price(parts: Partial<NewPrice> = {}): NewPrice {
  const none = { cachedInput: null, cacheWrite: null, from: null, to: null };
  return { appId, model: 'house-*', input: 1, output: 2.5, ...none, ...parts };
}

describe('price overrides', () => {
  beforeEach(async (test) => {
    // A hook's context is that of the test it runs for.
    ({ db } = await testMetadata(test as TestContext));
    appId = (await createApplication(db, { name: 'Shop' })).id;
  });

  test('overrides are listed as they were set', async () => {
    const set = await setPrice(db, price({ cachedInput: 0.5, cacheWrite: 1.25, from: 1000, to: 2000 }));
    assert.match(set.id, /^price_/);
    assert.deepEqual(await listPrices(db), [set]);
    assert.deepEqual(await listPrices(db, appId), [set]);
    assert.deepEqual(await listPrices(db, 'app_other'), []);
  });

  test('setting a price replaces the one of the same model that takes effect at the same time', async () => {
    await setPrice(db, price());
    await setPrice(db, price({ from: 1000 }));
    const always = await setPrice(db, price({ input: 3 }));
    const dated = await setPrice(db, price({ from: 1000, input: 4 }));
    const other = await setPrice(db, price({ model: 'other' }));
    const ids = (await listPrices(db)).map(({ id }) => id);
    assert.deepEqual(ids.toSorted(), [always.id, dated.id, other.id].toSorted());
  });

  test('removing a price reports whether it existed', async () => {
    const { id } = await setPrice(db, price());
    assert.equal(await removePrice(db, id), true);
    assert.equal(await removePrice(db, id), false);
    assert.deepEqual(await listPrices(db), []);
  });

  test('an unknown application has no prices', async () => {
    await assert.rejects(setPrice(db, price({ appId: 'app_nowhere' })));
  });

  test('every change raises the revision and takes effect at the next refresh', async () => {
    const current = await CurrentPrices.load(db);
    const before = await readRevision(db);
    const set = await setPrice(db, price());
    assert.deepEqual(current.of(appId), []);
    await current.refresh();
    assert.deepEqual(current.of(appId), [set]);
    assert.deepEqual(current.of('app_other'), []);
    await removePrice(db, set.id);
    await current.refresh();
    assert.deepEqual(current.of(appId), []);
    assert.equal(await readRevision(db), before + 2);
  });
});
