import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { unpricedModels } from './unpriced-models.ts';

it('unpriced models are listed for every format, including telemetry', async () => {
  const seen = { interactions: 2, input_tokens: 10, output_tokens: 4, first_seen: 0, last_seen: 1000 };
  const rows = [
    { format: 'otel', model: 'house-7b', ...seen },
    { format: 'openai', model: '', ...seen },
  ];
  const store = { query: async <T extends z.ZodType>(row: T) => z.array(row).parse(rows) };
  const { data } = await unpricedModels(store, ['app_1'], {});
  assert.deepEqual(
    data.map(({ format, model }) => [format, model]),
    [
      ['otel', 'house-7b'],
      ['openai', null],
    ],
  );
});
