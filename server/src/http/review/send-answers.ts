import type { Answers, ScoreInput } from '@parley/contract';
import type { StoredQueue } from '../../accounts/review/stored-queue.ts';
import { ApiError } from '../../base/errors.ts';
import { type ScoreIngest, takeScores } from '../../ingest/take-scores.ts';

export type Answered = {
  queue: StoredQueue;
  /** What the scores name: an interaction, or a session. */
  scored: string;
  author: string;
  /** Milliseconds since 1970: later than whatever the author has said before. */
  at: number;
};

/** Resolves when the scores are on the disk. The comment goes with the first one. */
export async function sendAnswers(
  ingest: ScoreIngest,
  answered: Answered,
  { answers, comment = '' }: { answers: Answers; comment?: string | undefined },
): Promise<void> {
  await send(
    ingest,
    answered,
    answered.queue.questions.map(({ name }, i) => ({
      name,
      value: answers[name] ?? null,
      ...(i === 0 && comment !== '' ? { comment } : {}),
    })),
  );
}

/** Resolves when the deletion of the scores is on the disk. */
export async function withdrawAnswers(ingest: ScoreIngest, answered: Answered): Promise<void> {
  await send(
    ingest,
    answered,
    answered.queue.questions.map(({ name }) => ({ name, value: null })),
  );
}

type Said = Pick<ScoreInput, 'name' | 'value' | 'comment'>;

async function send(
  ingest: ScoreIngest,
  { queue: { app, unit }, scored, author, at }: Answered,
  said: readonly Said[],
): Promise<void> {
  const application = ingest.credentials.byId(app);
  if (!application)
    throw new ApiError('conflict', { message: 'The application is archived: it takes no scores.' });
  const value = said.map((one) => ({ ...one, [unit]: scored, author, source: 'review', at }));
  const bytes = Buffer.from(JSON.stringify(value));
  await takeScores(ingest, application, { value, bytes, keepsRejected: false });
}
