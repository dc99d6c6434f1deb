/** The order of the list of interactions, as the address has it; newest first when absent. */
import type { ListInteractionsQuery } from '@parley/contract';
import { SORTS } from '@parley/contract/fields';

export type OrderBy = ListInteractionsQuery['orderBy'];
export type Order = ListInteractionsQuery['order'];
export type ListSorting = { orderBy?: Exclude<OrderBy, 'time'>; order?: 'asc' };

export function readListSorting({ orderBy, order }: Record<string, unknown>): ListSorting {
  return {
    ...(isFigure(orderBy) ? { orderBy } : {}),
    ...(order === 'asc' ? { order } : {}),
  };
}

function isFigure(name: unknown): name is Exclude<OrderBy, 'time'> {
  return SORTS.some((sort) => sort === name);
}

function inFull({ orderBy, order }: ListSorting): { orderBy: OrderBy; order: Order } {
  return { orderBy: orderBy ?? 'time', order: order ?? 'desc' };
}

/** The order after a click on a column: choosing the same one again reverses it. */
export function sortedBy(sorting: ListSorting, next: OrderBy): ListSorting {
  const { orderBy, order } = inFull(sorting);
  return readListSorting({ orderBy: next, order: next === orderBy && order === 'desc' ? 'asc' : 'desc' });
}

export function isNewestFirst({ orderBy, order }: ListSorting): boolean {
  return orderBy === undefined && order === undefined;
}

/** Captions of the list. */
const WORDS: Record<OrderBy, Record<Order, string>> = {
  time: { desc: 'Newest first', asc: 'Oldest first' },
  costUsd: { desc: 'Highest cost first', asc: 'Lowest cost first' },
  latencyMs: { desc: 'Slowest first', asc: 'Fastest first' },
  totalTokens: { desc: 'Most tokens first', asc: 'Fewest tokens first' },
};

export function sortingText(sorting: ListSorting): string {
  const { orderBy, order } = inFull(sorting);
  return WORDS[orderBy][order];
}
