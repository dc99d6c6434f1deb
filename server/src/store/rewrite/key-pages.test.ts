import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { keyPages, type PageKey } from './key-pages.ts';

describe('pages by keys', () => {
  it('contain every row once and in order, within the limits of rows and bytes', async () => {
    const limit = fc.integer({ min: 1, max: 12 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(20)), limit, limit, limit, async (sizes, keys, rows, bytes) => {
        const all: PageKey[] = sizes.map((size, index) => ({
          id: String(index),
          requested: index,
          bytes: size,
        }));
        const pages = await Array.fromAsync(
          keyPages(
            {
              keys: async (after, most) => all.slice(after ? after.requested + 1 : 0).slice(0, most),
              rows: async (first, last) => all.slice(first.requested, last.requested + 1),
            },
            { keys, rows, bytes },
          ),
        );
        assert.deepEqual(pages.flat(), all);
        for (const page of pages) {
          assert.ok(page.length >= 1 && page.length <= rows);
          const weight = page.reduce((sum, row) => sum + row.bytes, 0);
          assert.ok(page.length === 1 || weight <= bytes, `${weight} bytes`);
        }
      }),
    );
  });
});
