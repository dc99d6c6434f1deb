/** A view as the source of a review queue. */
import type { NewQueueBody, ReviewUnit, ViewPage } from '@parley/contract';
import { filtersOf, lastsUntilNow, rangeOf, readView } from '../state/view.ts';
import type { ShownPage } from '../views/view-search.ts';

/** Pages that show single interactions or sessions, in an order that can be reviewed. */
const REVIEWABLE: Partial<Record<ViewPage, ReviewUnit>> = {
  interactions: 'interaction',
  errors: 'interaction',
  sessions: 'session',
};

/** What the items of a queue of this page would be; undefined if it has none. */
export function unitOf({ page }: Pick<ShownPage, 'page'>): ReviewUnit | undefined {
  return REVIEWABLE[page];
}

/** Whether the view lasts until now, so that a queue can go on with what arrives. */
export function mayGoOn({ search }: ShownPage): boolean {
  return lastsUntilNow(readView(search));
}

type Source = Pick<NewQueueBody, 'unit'> & { from: number; to?: number; filters: object };

/** The filters and the range as they are now; a queue that goes on has no end. */
export function sourceOf(shown: ShownPage, goesOn: boolean, now = Date.now()): Source {
  const view = readView(shown.search);
  const { from, to } = rangeOf(view, now);
  return {
    unit: unitOf(shown) ?? 'interaction',
    from,
    ...(goesOn && lastsUntilNow(view, now) ? {} : { to }),
    filters: { ...filtersOf(view), ...(shown.page === 'errors' ? { outcome: ['error'] } : {}) },
  };
}
