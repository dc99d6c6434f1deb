/** The order of the list of interactions in the address. The default is newest first. */
import type { ListInteractionsQuery } from '@parley/contract';

export type OrderBy = ListInteractionsQuery['orderBy'];
export type Order = ListInteractionsQuery['order'];
export type ListSorting = { orderBy?: Exclude<OrderBy, 'time'>; order?: 'asc' };

const FIGURES: readonly unknown[] = ['costUsd', 'latencyMs', 'totalTokens'] satisfies OrderBy[];

export function readListSorting({ orderBy, order }: Record<string, unknown>): ListSorting {
  return {
    ...(isFigure(orderBy) ? { orderBy } : {}),
    ...(order === 'asc' ? { order } : {}),
  };
}

function isFigure(name: unknown): name is Exclude<OrderBy, 'time'> {
  return FIGURES.includes(name);
}

function inFull({ orderBy, order }: ListSorting): { orderBy: OrderBy; order: Order } {
  return { orderBy: orderBy ?? 'time', order: order ?? 'desc' };
}

/** Sorting by the same column again reverses the order. */
export function sortedBy(sorting: ListSorting, next: OrderBy): ListSorting {
  const { orderBy, order } = inFull(sorting);
  return readListSorting({ orderBy: next, order: next === orderBy && order === 'desc' ? 'asc' : 'desc' });
}

export function isNewestFirst({ orderBy, order }: ListSorting): boolean {
  return orderBy === undefined && order === undefined;
}

/** The order in words. */
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
