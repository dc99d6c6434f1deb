/** Texts and tools of prompts, read from the requests of some of their interactions. */
import { isRecordedFormat } from '@parley/contract';
import { z } from 'zod';
import { readBodies } from '../../record/derive.ts';
import { promptParts } from '../../record/prompt-parts.ts';
import { chunkParams } from '../../store/chunk-params.ts';
import { PART_OF_CONTENT } from '../../store/rows/content.ts';
import type { Store } from '../../store/store.ts';
import { type Apps, appCondition } from '../filters.ts';

export type PromptText = { text: string; tools: string[] };

const Row = z.object({
  id: z.string(),
  format: z.string(),
  type: z.string(),
  request: z.string(),
  response: z.string(),
});

/** By id; those without bodies, or with more bytes, are left out. */
export async function promptTexts(
  store: Store,
  apps: Apps,
  ids: readonly string[],
  maxBytes: number,
): Promise<Map<string, PromptText>> {
  const { where, params } = appCondition(apps);
  const texts = new Map<string, PromptText>();
  for (const some of chunkParams(ids, String)) {
    const rows = await store.query(
      Row,
      `SELECT id, format, type, ${PART_OF_CONTENT.request} AS request,
              ${PART_OF_CONTENT.response} AS response
       FROM interactions
       WHERE ${where} AND id IN {ids:Array(UUID)} AND request_bytes > 0
         AND request_bytes + response_bytes <= {maxBytes:UInt32}`,
      { ...params, ids: some, maxBytes },
    );
    for (const { id, type, request, response, ...row } of rows) {
      const format = isRecordedFormat(row.format) ? row.format : 'universal';
      const { exchange } = readBodies(format, type, request, response);
      const { text, tools } = promptParts(format, JSON.parse(request), exchange, {});
      texts.set(id, { text, tools });
    }
  }
  return texts;
}
