/** The order of the list of interactions, as the address has it; newest first when absent. */
import type { ListInteractionsQuery, ScoreDimension } from '@parley/contract';
import { SORTS } from '@parley/contract/fields';
import { isScore, scoreName } from './score-filters.ts';

export type OrderBy = ListInteractionsQuery['orderBy'];
export type Order = ListInteractionsQuery['order'];
export type ListSorting = { orderBy?: Exclude<OrderBy, 'time'>; order?: 'asc' };

export function readListSorting({ orderBy, order }: Record<string, unknown>): ListSorting {
  return {
    ...(isFigure(orderBy) || isScored(orderBy) ? { orderBy } : {}),
    ...(order === 'asc' ? { order } : {}),
  };
}

type Figure = (typeof SORTS)[number];

function isFigure(name: unknown): name is Figure {
  return SORTS.some((sort) => sort === name);
}

function isScored(name: unknown): name is ScoreDimension {
  return typeof name === 'string' && isScore(name);
}

function inFull({ orderBy, order }: ListSorting): { orderBy: OrderBy; order: Order } {
  return { orderBy: orderBy ?? 'time', order: order ?? 'desc' };
}

/** The order after a click on a column: choosing the same one again reverses it. Of scores, the worst come first. */
export function sortedBy(sorting: ListSorting, next: OrderBy): ListSorting {
  const { orderBy, order } = inFull(sorting);
  const [first, second] = isScored(next) ? (['asc', 'desc'] as const) : (['desc', 'asc'] as const);
  return readListSorting({ orderBy: next, order: next === orderBy && order === first ? second : first });
}

export function isNewestFirst({ orderBy, order }: ListSorting): boolean {
  return orderBy === undefined && order === undefined;
}

/** Captions of the list. */
const WORDS: Record<'time' | Figure, Record<Order, string>> = {
  time: { desc: 'Newest first', asc: 'Oldest first' },
  costUsd: { desc: 'Highest cost first', asc: 'Lowest cost first' },
  latencyMs: { desc: 'Slowest first', asc: 'Fastest first' },
  totalTokens: { desc: 'Most tokens first', asc: 'Fewest tokens first' },
};

export function sortingText(sorting: ListSorting): string {
  const { orderBy, order } = inFull(sorting);
  if (isScored(orderBy)) return `${order === 'asc' ? 'Worst' : 'Best'} first by ${scoreName(orderBy)}`;
  return WORDS[orderBy][order];
}
