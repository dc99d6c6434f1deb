import type { Question, QueueFilters, QueueProgress, ReviewUnit } from '@parley/contract';
import type { Kysely, Selectable } from 'kysely';
import type { ReviewQueueTable, Tables } from '../../metadata/tables.ts';

/** A queue as stored; the API adds progress and formats its times. */
export type StoredQueue = {
  id: string;
  app: string;
  appName: string;
  accountId: string;
  name: string;
  unit: ReviewUnit;
  filters: QueueFilters;
  from: number | null;
  to: number | null;
  order: 'asc' | 'desc';
  limit: number;
  questions: Question[];
  reviewers: 1 | 2;
  /** Null: everybody whose role allows it. */
  assignees: { id: string; name: string; email: string }[] | null;
  createdBy: string | null;
  createdAt: number;
  closedAt: number | null;
  filledAt: number | null;
  items: number;
  finished: number;
};

type Row = Selectable<ReviewQueueTable> & { app_name: string; account_id: string; maker: string | null };

/** Queues of applications that are not deleted. */
export function queueRows(db: Kysely<Tables>) {
  return db
    .selectFrom('review_queue')
    .innerJoin('application', 'application.id', 'review_queue.app_id')
    .leftJoin('person as maker', 'maker.id', 'review_queue.created_by')
    .selectAll('review_queue')
    .select(['application.name as app_name', 'application.account_id', 'maker.name as maker'])
    .where('application.deleted_at', 'is', null);
}

export async function storedQueue(db: Kysely<Tables>, id: string): Promise<StoredQueue | null> {
  const row = await queueRows(db).where('review_queue.id', '=', id).executeTakeFirst();
  const [queue = null] = row ? await withAssignees(db, [row]) : [];
  return queue;
}

export async function withAssignees(db: Kysely<Tables>, rows: readonly Row[]): Promise<StoredQueue[]> {
  const assigned = rows.filter((row) => row.assigned === 1).map(({ id }) => id);
  const people =
    assigned.length === 0
      ? []
      : await db
          .selectFrom('review_assignee')
          .innerJoin('person', 'person.id', 'review_assignee.person_id')
          .select(['queue_id', 'person.id', 'person.name', 'person.email'])
          .where('queue_id', 'in', assigned)
          .orderBy('person.name')
          .orderBy('person.id')
          .execute();
  const peopleOf = Map.groupBy(people, ({ queue_id }) => queue_id);
  return rows.map((row) => ({
    id: row.id,
    app: row.app_id,
    appName: row.app_name,
    accountId: row.account_id,
    name: row.name,
    unit: row.unit,
    // Written by `createQueue`, in these forms.
    filters: JSON.parse(row.filters) as QueueFilters,
    questions: JSON.parse(row.questions) as Question[],
    reviewers: row.reviewers === 2 ? 2 : 1,
    from: row.from_at,
    to: row.to_at,
    order: row.sort_order,
    limit: row.item_limit,
    assignees:
      row.assigned === 1
        ? (peopleOf.get(row.id) ?? []).map(({ id, name, email }) => ({ id, name, email }))
        : null,
    createdBy: row.maker,
    createdAt: row.created_at,
    closedAt: row.closed_at,
    filledAt: row.filled_at,
    items: row.items,
    finished: row.finished,
  }));
}

/** Whether a queue hands out items to a person whose role allows it. */
export function isReviewer({ assignees }: Pick<StoredQueue, 'assignees'>, personId: string): boolean {
  return assignees === null || assignees.some(({ id }) => id === personId);
}

/** Of each queue, how far it is, and how far this person is. */
export async function progressOf(
  db: Kysely<Tables>,
  queues: readonly Pick<StoredQueue, 'id' | 'items' | 'finished'>[],
  personId: string,
): Promise<Map<string, QueueProgress>> {
  const ids = queues.map(({ id }) => id);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('review')
          .innerJoin('review_queue', 'review_queue.id', 'review.queue_id')
          .innerJoin('review_item', (join) =>
            join
              .onRef('review_item.queue_id', '=', 'review.queue_id')
              .onRef('review_item.target', '=', 'review.target'),
          )
          .select((row) => [
            'review.queue_id',
            row.fn.countAll<number>().as('mine'),
            row.fn
              .sum<number>(
                row
                  .case()
                  .when('review_item.reviews', '<', row.ref('review_queue.reviewers'))
                  .then(row.lit(1))
                  .else(row.lit(0))
                  .end(),
              )
              .as('unfinished'),
          ])
          .where('review.person_id', '=', personId)
          .where('review.state', '=', 'done')
          .where('review.queue_id', 'in', ids)
          .groupBy('review.queue_id')
          .execute();
  const own = new Map(rows.map((row) => [row.queue_id, row]));
  return new Map(
    queues.map(({ id, items, finished }) => {
      const { mine = 0, unfinished = 0 } = own.get(id) ?? {};
      const left = Math.max(0, items - finished - Number(unfinished));
      return [id, { items, done: finished, mine: Number(mine), left }];
    }),
  );
}
