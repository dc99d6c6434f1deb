import type { ListPromptsQuery, PromptList, PromptSummary } from '@parley/contract';
import { z } from 'zod';
import type { Store } from '../../store/store.ts';
import { type Cursor, decodeCursor } from '../cursor.ts';
import { type Apps, conditions } from '../filters.ts';
import { firstLine } from '../first-line.ts';
import { pageOf } from '../page.ts';
import { COST_ORDER } from '../usage-sums.ts';
import { FiguresRow, figuresOf, type PromptFigures, promptFigures } from './prompt-figures.ts';
import { promptTexts } from './prompt-texts.ts';

const Row = FiguresRow.extend({
  app_id: z.string(),
  prompt: z.string(),
  /** The newest interaction whose bodies are kept; the zero id without one. */
  newest: z.string(),
  place: z.string(),
  sorted_by_digits: z.string(),
});

export type PromptRow = z.infer<typeof Row>;

/** A list reads up to 500 of them. */
const MAX_BODY_BYTES = 64 * 1024;

const ORDERS: Record<ListPromptsQuery['orderBy'], string> = {
  lastSeenAt: 'last_seen',
  firstSeenAt: 'first_seen',
  interactions: 'interactions',
  costUsd: COST_ORDER,
};

export async function listPrompts(store: Store, apps: Apps, query: ListPromptsQuery): Promise<PromptList> {
  const { orderBy, order, limit } = query;
  const sorting = `${orderBy}_${order}`;
  // Before the store is asked about anything.
  const after = decodeCursor(query.cursor, sorting);
  const figures = await promptFigures(store, apps);
  const { page, nextCursor } = pageOf(
    await findPrompts(store, apps, query, figures, after),
    limit,
    (row) => ({
      order: sorting,
      value: row.sorted_by_digits,
      id: row.place,
    }),
  );
  const texts = await promptTexts(
    store,
    apps,
    page.map(({ newest }) => newest),
    MAX_BODY_BYTES,
  );
  return { data: page.map((row) => summaryOf(row, figures, texts.get(row.newest)?.text ?? '')), nextCursor };
}

/** Prompts of matching interactions; up to `limit` + 1, so that the caller sees whether more follow. */
export function findPrompts(
  store: Store,
  apps: Apps,
  { orderBy, order, limit, cursor: _, ...filters }: ListPromptsQuery,
  figures: PromptFigures,
  after: Cursor | null = null,
): Promise<PromptRow[]> {
  const { where, params } = conditions(apps, filters);
  const further = `(sorted_by, place) ${order === 'desc' ? '<' : '>'} ({cursorValue:Int64}, {cursorPlace:String})`;
  return store.query(
    Row,
    `SELECT app_id, prompt, ${figures.sql}, toString(argMaxIf(id, requested_at, request_bytes > 0)) AS newest,
            concat(app_id, ' ', prompt) AS place, toInt64(${ORDERS[orderBy]}) AS sorted_by,
            toString(sorted_by) AS sorted_by_digits
     FROM interactions WHERE ${where} AND notEmpty(prompt)
     GROUP BY app_id, prompt ${after ? `HAVING ${further}` : ''}
     ORDER BY sorted_by ${order}, place ${order} LIMIT {limit:UInt32}`,
    {
      ...params,
      ...figures.params,
      limit: limit + 1,
      ...(after ? { cursorValue: after.value, cursorPlace: after.id } : {}),
    },
  );
}

export function summaryOf(row: PromptRow, figures: PromptFigures, text: string): PromptSummary {
  return { id: row.prompt, appId: row.app_id, opening: firstLine(text), ...figuresOf(row, figures) };
}
