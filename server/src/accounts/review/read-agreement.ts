import type { Answers, QueueAgreement } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { type AnsweredPair, agreementOn } from './agreement.ts';
import type { StoredQueue } from './stored-queue.ts';

/** More would not be read. */
const MAX_PAIRS = 20;

/** The agreement of each pair of people who have reviewed the same items, those with most items first. */
export async function readAgreement(
  db: Kysely<Tables>,
  { id, questions }: Pick<StoredQueue, 'id' | 'questions'>,
): Promise<QueueAgreement> {
  const rows = await db
    .selectFrom('review as a')
    .innerJoin('review as b', (join) =>
      join
        .onRef('b.queue_id', '=', 'a.queue_id')
        .onRef('b.target', '=', 'a.target')
        .onRef('b.person_id', '>', 'a.person_id'),
    )
    .select(['a.person_id as first', 'b.person_id as second', 'a.answers as said', 'b.answers as heard'])
    .where('a.queue_id', '=', id)
    .where('a.state', '=', 'done')
    .where('b.state', '=', 'done')
    .execute();
  const pairs = [...Map.groupBy(rows, ({ first, second }) => `${first} ${second}`).values()]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_PAIRS);
  const people = await namesOf(db, [
    ...new Set(pairs.flatMap(([one]) => (one ? [one.first, one.second] : []))),
  ]);
  return {
    data: pairs.flatMap((items) => {
      const [one] = items;
      if (!one) return [];
      // Written by `finishReview`, in this form.
      const answered = items.map(
        ({ said, heard }): AnsweredPair => [JSON.parse(said) as Answers, JSON.parse(heard) as Answers],
      );
      return [
        {
          reviewers: [one.first, one.second].map((person) => ({
            id: person,
            name: people.get(person) ?? '',
          })),
          questions: questions.map((question) => agreementOn(question, answered)),
        },
      ];
    }),
  };
}

async function namesOf(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('person').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
