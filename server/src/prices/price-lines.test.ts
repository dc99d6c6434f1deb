import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ModelInfo, type Provider, waitForUpdate } from '@pydantic/genai-prices';
import { priceChanges, priceLines } from './price-lines.ts';

const provider = (id: string, models: Record<string, ModelInfo['prices']>): Provider => ({
  id,
  name: id,
  api_pattern: '',
  models: Object.entries(models).map(([model, prices]) => ({ id: model, match: { equals: model }, prices })),
});

describe('a diff of price lists', () => {
  it('shows only prices that were changed, added or removed', () => {
    const before = [
      provider('openai', {
        a: { input_mtok: 1, output_mtok: 2 },
        b: { input_mtok: 3 },
        c: { input_mtok: 4 },
      }),
    ];
    const after = [
      provider('openai', { a: { output_mtok: 2, input_mtok: 1 }, b: { input_mtok: 3.5 } }),
      provider('xai', { d: {} }),
    ];
    assert.deepEqual(priceChanges(priceLines(before), priceLines(after)), [
      '- openai/b: input_mtok 3',
      '+ openai/b: input_mtok 3.5',
      '- openai/c: input_mtok 4',
      '+ xai/d: no price',
    ]);
  });

  it('shows tiers and prices that change over time', () => {
    const lines = priceLines([
      provider('p', {
        tiers: { input_mtok: { base: 1, tiers: [{ start: 200_000, price: 2 }] } },
        dates: [
          { prices: { input_mtok: 2 } },
          { constraint: { type: 'start_date', start_date: '2026-01-01' }, prices: { input_mtok: 1 } },
        ],
      }),
    ]);
    assert.deepEqual(
      [...lines.values()],
      ['input_mtok 1 (2 above 200000)', 'input_mtok 2; from 2026-01-01: input_mtok 1'],
    );
  });

  it('finds no change between the installed list and itself', async () => {
    const lines = priceLines((await waitForUpdate()) ?? []);
    assert.ok(lines.size > 500);
    assert.match(lines.get('openai/gpt-4o') ?? '', /input_mtok \d/);
    assert.deepEqual(priceChanges(lines, lines), []);
  });
});
