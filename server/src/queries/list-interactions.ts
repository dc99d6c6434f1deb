import type { InteractionList, ListInteractionsQuery } from '@parley/contract';
import { listedFromRow } from '../record/from-row.ts';
import type { Store } from '../store/store.ts';
import { type Apps, conditions } from './filters.ts';
import { interactionOrder } from './interaction-order.ts';
import { pageOf } from './page.ts';
import { pageRows } from './page-rows.ts';
import { listHighlights } from './search/list-highlights.ts';
import { targetsOfInteraction, withScores } from './with-scores.ts';

/** A page of interactions, by time of the request, a figure or a score. */
export async function listInteractions(
  store: Store,
  apps: Apps,
  { limit, cursor, orderBy, order, ...filters }: ListInteractionsQuery,
): Promise<InteractionList> {
  const { sorted, params, placeOf, behind } = interactionOrder(apps, { orderBy, order });
  const fits = conditions(apps, filters);
  const after = behind(cursor);
  const wanted = {
    where: after ? `${fits.where} AND ${after.where}` : fits.where,
    params: { ...fits.params, ...params, ...after?.params },
  };
  const found = await pageRows(store, wanted, sorted, limit);
  const { page, nextCursor } = pageOf(found.rows, found.limit, placeOf, ({ bytes }) => bytes);
  const data = await withScores(store, apps, page.map(listedFromRow), targetsOfInteraction);
  const { q, in: by } = filters;
  if (q === undefined) return { data, nextCursor };
  const highlights = await listHighlights(store, apps, { q, ...(by && { in: by }) }, page, data);
  return { data: data.map((record, i) => ({ ...record, highlights: highlights[i] })), nextCursor };
}
