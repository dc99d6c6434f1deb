/** Review queues, and the way of an item through them: taken, answered or skipped, undone. */
import type { QueueProgress, ReviewQueue, ReviewTurn } from '@parley/contract';
import type { Logger } from 'pino';
import { filtersAsSent } from '../../accounts/filters-as-sent.ts';
import { removeItem } from '../../accounts/review/add-items.ts';
import { createQueue } from '../../accounts/review/create-queue.ts';
import { deleteQueue } from '../../accounts/review/delete-queue.ts';
import { finishReview, skipItem } from '../../accounts/review/finish-review.ts';
import { type HeldItem, holdItem, holdNext } from '../../accounts/review/hold-item.ts';
import { listQueues, type SeenQueue } from '../../accounts/review/list-queues.ts';
import { isReviewer, progressOf, type StoredQueue, storedQueue } from '../../accounts/review/stored-queue.ts';
import { lastReview, undoReview } from '../../accounts/review/undo-review.ts';
import { updateQueue } from '../../accounts/review/update-queue.ts';
import { ApiError } from '../../base/errors.ts';
import { instant } from '../../base/instant.ts';
import type { ScoreIngest } from '../../ingest/take-scores.ts';
import { type JsonBytes, joinedJson } from '../../reading/json-bytes.ts';
import type { Reading } from '../../reading/reading.ts';
import { personKey } from '../asker.ts';
import type { Bind } from '../bind.ts';
import type { Login } from '../people/login.ts';
import type { PeopleContext } from '../people/people-context.ts';
import { checkAnswers } from './check-answers.ts';
import { QueueFiller } from './queue-filler.ts';
import { sendAnswers, withdrawAnswers } from './send-answers.ts';

export type ReviewSources = { people: PeopleContext; reading: Reading; ingest: ScoreIngest; log: Logger };

export function reviewRoutes(bind: Bind, { people, reading, ingest, log }: ReviewSources): void {
  const { db } = people;
  const filler = new QueueFiller(db, reading);

  bind('listQueues', async ({ login: { person }, query: { app } }) => {
    const seen = await listQueues(db, { personId: person.id, appId: app });
    const progress = await progressOf(
      db,
      seen.map(({ queue }) => queue),
      person.id,
    );
    return { data: seen.map((one) => showQueue(one, person.id, progress.get(one.queue.id))) };
  });

  bind('createQueue', async ({ login, body, change }) => {
    const { person } = login;
    const created = await change(async ({ tx, note }) => {
      const id = await createQueue(tx, person.id, body);
      note({ appId: body.app, target: id, details: { name: body.name } });
      const queue = await storedQueue(tx, id);
      if (!queue) throw new ApiError('internal');
      return queue;
    });
    // Without the store, the queue gets its items with the first person who reviews.
    const queue = await filler.filled(personKey(login), created).catch((error: unknown) => {
      log.warn({ err: error, queue: created.id }, 'the review queue has no items yet');
      return created;
    });
    return shown({ queue, manages: true }, person.id);
  });

  bind('getQueue', ({ asked, login }) => shown(asked, login.person.id));

  bind('updateQueue', async ({ body, login, change }) =>
    shown(
      await change(async ({ tx, asked, note }) => {
        const queue = await updateQueue(tx, asked.queue, body);
        const { closed } = body;
        note({
          appId: queue.app,
          details: { name: queue.name, ...(closed === undefined ? {} : { closed }) },
        });
        return { ...asked, queue };
      }),
      login.person.id,
    ),
  );

  bind('deleteQueue', async ({ change }) =>
    change(async ({ tx, asked: { queue }, note }) => {
      await deleteQueue(tx, queue.id);
      note({ appId: queue.app, details: { name: queue.name } });
      return { status: 'ok' as const };
    }),
  );

  bind('getAgreement', ({ asked: { queue }, login, gone }) =>
    reading.lookUp(personKey(login), 'agreement', { id: queue.id, questions: queue.questions }, { gone }),
  );

  bind('takeItem', async ({ asked, login, gone }) => {
    requireReviewer(asked.queue, login);
    const queue = await filler.filled(personKey(login), asked.queue);
    const place = { queue, personId: login.person.id, now: Date.now() };
    for (;;) {
      const item = await holdNext(db, place);
      const said = item && (await readItem(login, queue, item, gone));
      if (!item || said) return turn(login, queue, item, said);
      await removeItem(db, queue, item.target);
    }
  });

  bind('reviewItem', async ({ asked: { queue }, login, params: { target: named }, body }) => {
    requireReviewer(queue, login);
    const target = named.toLowerCase();
    const place = { queue, personId: login.person.id, now: Date.now() };
    if (body.action === 'answer') checkAnswers(queue.questions, body.answers);
    // Extended first: nobody else gets the item while its scores are written.
    const { scored, at } = await holdItem(db, place, target);
    // Clocks of nodes differ, and the newest score wins.
    const done = { ...place, target, at: Math.max(place.now, at + 1) };
    if (body.action === 'answer') {
      await sendAnswers(ingest, { queue, scored, author: login.person.email, at: done.at }, body);
      await finishReview(db, { ...done, answers: body.answers });
    } else if (body.action === 'skip') await skipItem(db, done);
    return { progress: await progressNow(queue, login) };
  });

  bind('undoReview', async ({ asked: { queue }, login, gone }) => {
    requireReviewer(queue, login);
    const place = { queue, personId: login.person.id, now: Date.now() };
    const last = await lastReview(db, place);
    const { scored, state } = last;
    const at = Math.max(place.now, last.at + 1);
    // If the server ends in between, the item is still the last one, and can be undone again.
    if (state === 'done') await withdrawAnswers(ingest, { queue, scored, author: login.person.email, at });
    const item = await undoReview(db, { ...place, at }, last);
    return turn(login, queue, item, await readItem(login, queue, item, gone));
  });

  function readItem(login: Login, { app, unit }: StoredQueue, { target }: HeldItem, gone: AbortSignal) {
    return reading.lookUp(personKey(login), 'reviewedItem', { app, unit, target }, { gone });
  }

  async function turn(
    login: Login,
    queue: StoredQueue,
    item: HeldItem | null,
    said: Uint8Array | null,
  ): Promise<ReviewTurn | JsonBytes<ReviewTurn>> {
    const progress = await progressNow(queue, login);
    if (!item || !said) return { progress, item: null };
    const { target, answers, heldUntil } = item;
    const head = JSON.stringify({ target, answers, heldUntil: instant(heldUntil) });
    return joinedJson(
      `{"progress":${JSON.stringify(progress)},"item":${head.slice(0, -1)},"${queue.unit}":`,
      said,
      '}}',
    );
  }

  async function progressNow({ id }: StoredQueue, { person }: Login): Promise<QueueProgress> {
    const queue = await storedQueue(db, id);
    const progress = queue && (await progressOf(db, [queue], person.id)).get(id);
    if (!progress) throw new ApiError('not_found');
    return progress;
  }

  async function shown(seen: SeenQueue, personId: string): Promise<ReviewQueue> {
    const progress = await progressOf(db, [seen.queue], personId);
    return showQueue(seen, personId, progress.get(seen.queue.id));
  }
}

/** Who manages a queue sees it, but gets items only if it is for them. */
function requireReviewer(queue: StoredQueue, { person }: Login): void {
  if (!isReviewer(queue, person.id))
    throw new ApiError('forbidden', { message: 'This queue is assigned to others.' });
}

const NO_PROGRESS: QueueProgress = { items: 0, done: 0, mine: 0, left: 0 };

function showQueue(
  { queue, manages }: SeenQueue,
  personId: string,
  progress: QueueProgress = NO_PROGRESS,
): ReviewQueue {
  const { id, app, appName, name, unit, questions, reviewers, createdAt, closedAt } = queue;
  const { from, to, filters, order, limit, assignees, createdBy } = queue;
  return {
    ...{ id, app, appName, name, unit, questions, reviewers, progress },
    createdAt: instant(createdAt),
    closedAt: closedAt === null ? null : instant(closedAt),
    mayReview: isReviewer(queue, personId),
    setup: manages
      ? {
          from: from === null ? null : instant(from),
          to: to === null ? null : instant(to),
          filters: filtersAsSent(filters),
          ...{ order, limit, assignees, createdBy },
        }
      : null,
  };
}
