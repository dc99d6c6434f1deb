import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PriceOverride, Warning } from '@parley/contract';
import { loadFixtures } from '../../test/fixtures/formats.ts';
import { priceWith } from '../prices/price.ts';
import { derive } from '../record/derive.ts';
import type { DerivedRow, Rewrite } from '../store/rewrite/derived-rows.ts';
import { type DerivedColumn, derivedValues } from '../store/rows/interaction-row.ts';
import { type Progress, reprocess } from './reprocess.ts';

const LIST = priceWith(() => []);
const AT = Date.parse('2026-07-01T00:00:00Z');

/** Rows as the drain would have stored them. */
function storedRows(): DerivedRow[] {
  return loadFixtures().map(({ format, type, request, response }, index) => {
    const bodies = { request: JSON.stringify(request), response: JSON.stringify(response) };
    const declaredProvider = index % 4 === 0 ? 'house' : '';
    const input = { appId: `app_${index % 3}`, format, type, requestedAt: AT + index, ...bodies };
    const derived = derive({ ...input, declaredProvider: declaredProvider || null }, LIST);
    return {
      id: String(index).padStart(36, '0'),
      app_id: input.appId,
      requested: input.requestedAt,
      format,
      type,
      declared_provider: declaredProvider,
      labels: {},
      ...bodies,
      ...derivedValues(derived, bodies.request, bodies.response),
    };
  });
}

/** Prompts are tested in `seen-prompts.test.ts`. */
const NO_PROMPTS = { async lookUp() {}, promptOf: () => null, async save() {}, saved() {} };

/** A store in memory that applies rewrites. */
function memoryStore(rows: DerivedRow[]) {
  const written: { rows: number; columns: DerivedColumn[] }[] = [];
  return {
    written,
    async sweep() {},
    async count() {
      return new Map(
        Map.groupBy(rows, ({ app_id }) => app_id)
          .entries()
          .map(([appId, all]) => [appId, all.length]),
      );
    },
    async *pages({ appId }: { appId: string }) {
      const own = rows.filter((row) => row.app_id === appId);
      for (let i = 0; i < own.length; i += 7) yield own.slice(i, i + 7).map((row) => ({ ...row }));
    },
    async rewrite(rewrites: readonly Rewrite[], columns: readonly DerivedColumn[]) {
      written.push({ rows: rewrites.length, columns: [...columns] });
      for (const { id, values } of rewrites) {
        const row = rows.find((each) => each.id === id);
        assert.ok(row);
        for (const column of columns) {
          assert.notEqual(values[column], undefined);
          Object.assign(row, { [column]: values[column] });
        }
      }
    },
  };
}

function run(store: ReturnType<typeof memoryStore>, price = LIST, appId?: string): Promise<Progress> {
  return reprocess({
    rows: store,
    price,
    prompts: NO_PROMPTS,
    from: 0,
    to: AT * 2,
    appId,
    onProgress: () => {},
  });
}

const HOUSE: PriceOverride = {
  id: 'price_1',
  appId: 'app_0',
  model: '*',
  input: 1,
  output: 2,
  cachedInput: null,
  cacheWrite: null,
  from: null,
  to: null,
};

describe('reprocess', () => {
  test('unchanged rows are not written', async () => {
    const rows = storedRows();
    const store = memoryStore(rows);
    assert.deepEqual(await run(store), { total: rows.length, read: rows.length, changed: 0 });
    assert.deepEqual(store.written, []);
  });

  test('whatever happened to derived values, reprocessing restores what the drain derives', async () => {
    const rows = storedRows();
    const expected = structuredClone(rows);
    for (const [index, row] of rows.entries()) {
      if (index % 2 === 0) row.model = 'wrong';
      if (index % 3 === 0) row.input_text = '';
      if (index % 5 === 0) row.cost_usd = 17;
      if (index % 7 === 0) row.input_tokens = null;
    }
    const store = memoryStore(rows);
    await run(store);
    assert.deepEqual(rows, expected);
    assert.equal((await run(store)).changed, 0);
  });

  test('a change of prices writes only costs and their explanation', async () => {
    const rows = storedRows();
    const store = memoryStore(rows);
    const { changed } = await run(
      store,
      priceWith((appId) => (appId === HOUSE.appId ? [HOUSE] : [])),
    );
    assert.ok(changed > 0);
    const columns = new Set(store.written.flatMap((written) => written.columns));
    columns.delete('warnings');
    assert.deepEqual([...columns].toSorted(), ['cost_source', 'cost_usd']);
    const priced = rows.filter(({ cost_source }) => cost_source === 'override price_1');
    assert.equal(priced.length, changed);
    assert.ok(priced.every(({ app_id }) => app_id === HOUSE.appId));
  });

  test('a single application can be reprocessed', async () => {
    const rows = storedRows();
    for (const row of rows) row.model = 'wrong';
    const store = memoryStore(rows);
    const own = rows.filter(({ app_id }) => app_id === 'app_1').length;
    assert.deepEqual(await run(store, LIST, 'app_1'), { total: own, read: own, changed: own });
    assert.equal(rows.filter(({ model }) => model === 'wrong').length, rows.length - own);
  });

  test('warnings from receipt are kept, and those of an earlier derivation are not', async () => {
    const rows = storedRows();
    const row = rows.find(({ warnings }) => warnings === '');
    assert.ok(row);
    const kept: Warning = { path: 'colour', code: 'unknown_field', message: 'Ignored.' };
    const gone: Warning = { path: '', code: 'normalise_failed', message: 'Not normalised.' };
    row.warnings = JSON.stringify([kept, gone]);
    await run(memoryStore(rows));
    assert.deepEqual(JSON.parse(String(row.warnings)), [kept]);
  });

  test('a row without bodies is left as it is', async () => {
    const rows = storedRows();
    for (const row of rows)
      Object.assign(row, { request: '', response: '', input_text: '', output_text: '' });
    const before = structuredClone(rows);
    const { read, changed } = await run(
      memoryStore(rows),
      priceWith(() => [HOUSE]),
    );
    assert.deepEqual([read, changed], [rows.length, 0]);
    assert.deepEqual(rows, before);
  });

  test('a cost that the store returns one bit off counts as unchanged', async () => {
    const rows = storedRows();
    for (const row of rows) if (typeof row.cost_usd === 'number') row.cost_usd *= 1 + Number.EPSILON;
    assert.equal((await run(memoryStore(rows))).changed, 0);
  });
});
