import { MAX_QUEUES, may, type NewQueueBody, type Question, type ScoreKind } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { accountOfApplication, roleIn } from '../members/roles.ts';
import { ScoreKinds } from '../scores/score-kinds.ts';
import { newId } from '../secrets.ts';
import { setAssignees } from './set-assignees.ts';

/** The kind of the scores that answers become. */
export const KIND_OF_ANSWER: Readonly<Record<Question['kind'], ScoreKind>> = {
  boolean: 'boolean',
  number: 'number',
  word: 'text',
};

/** Returns the queue's id. It has no items yet. */
export async function createQueue(
  db: Kysely<Tables>,
  personId: string,
  { app: appId, filters, questions, assignees, ...queue }: NewQueueBody,
): Promise<string> {
  return change(db, async (tx) => {
    const accountId = await accountOfApplication(tx, appId);
    const role = accountId && (await roleIn(tx, personId, accountId));
    if (!accountId || !role || !may(role, 'review:manage'))
      throw new ApiError('forbidden', { message: 'You can’t create review queues of this application.' });
    await checkQueueCount(tx, appId);
    await declareKinds(tx, appId, questions);
    const id = newId('queue');
    await tx
      .insertInto('review_queue')
      .values({
        id,
        app_id: appId,
        name: queue.name,
        unit: queue.unit,
        filters: JSON.stringify(filters),
        from_at: queue.from ?? null,
        to_at: queue.to ?? null,
        sort_order: queue.order,
        item_limit: queue.limit,
        questions: JSON.stringify(questions),
        reviewers: queue.reviewers,
        assigned: 0,
        created_by: personId,
        created_at: Date.now(),
      })
      .execute();
    if (assignees) await setAssignees(tx, { queueId: id, accountId, assignees });
    return id;
  });
}

async function checkQueueCount(tx: Kysely<Tables>, appId: string): Promise<void> {
  const { queues } = await tx
    .selectFrom('review_queue')
    .select((row) => row.fn.countAll<number>().as('queues'))
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
  if (Number(queues) < MAX_QUEUES) return;
  const message = `This application already has ${MAX_QUEUES} review queues, the maximum. Delete one first.`;
  throw new ApiError('conflict', { message });
}

/** Answers are refused where their name has values of another kind, so a queue cannot ask for them. */
async function declareKinds(
  tx: Kysely<Tables>,
  appId: string,
  questions: readonly Question[],
): Promise<void> {
  const kinds = new ScoreKinds(tx);
  const known = await kinds.known(
    appId,
    questions.map(({ name }) => name),
  );
  const issues = questions.flatMap(({ name, kind }, i) => {
    const taken = known.get(name);
    if (taken === undefined || taken === KIND_OF_ANSWER[kind]) return [];
    const message = `The scores “${name}” of this application are of the kind ${taken}. Choose another name.`;
    return [{ path: `questions.${i}.name`, code: 'other_kind', message }];
  });
  if (issues.length > 0) throw new ApiError('invalid_query', { issues });
  const fresh = new Map(
    questions
      .filter(({ name }) => !known.has(name))
      .map(({ name, kind }) => [name, KIND_OF_ANSWER[kind]] as const),
  );
  if (fresh.size > 0 && !(await kinds.hasRoom(appId, fresh.size)))
    throw new ApiError('conflict', { message: 'The application has too many names of scores already.' });
  await kinds.declare(appId, fresh);
}
