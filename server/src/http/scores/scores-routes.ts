/** Scores of people who are signed in, lists of scores, and their deletion. */
import type { ScoreInput } from '@parley/contract';
import { ApiError } from '../../base/errors.ts';
import { deleteScore, ownerOfScore, type ScoreIngest, takeScores } from '../../ingest/take-scores.ts';
import type { Reading } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';

export type ScoreSources = { reading: Reading; ingest: ScoreIngest };

export function scoresRoutes(bind: Bind, { reading, ingest }: ScoreSources): void {
  bind('sendScores', async ({ asker: { apps, by }, body }) => {
    const [appId, another] = apps;
    if (another !== undefined)
      throw new ApiError('invalid_query', {
        issues: [
          { path: 'app', code: 'missing', message: 'Name the application: you may score in several.' },
        ],
      });
    const application = ingest.credentials.byId(appId);
    if (!application) throw new ApiError('not_found');
    const value = 'person' in by ? saidBy(by.person.email, body) : body;
    const bytes = Buffer.from(JSON.stringify(value));
    const defaults = { source: 'review' } as const;
    // What a person sends from the console is corrected there.
    const sent = { value, bytes, defaults, keepsRejected: !('person' in by) };
    return { status: 'ok' as const, ids: await takeScores(ingest, application, sent) };
  });

  bind('listScores', ({ asker, query, gone }) =>
    reading.query(asker.key, 'listScores', asker.apps, query, gone),
  );

  bind('listScoreNames', ({ asker, query, gone }) =>
    reading.query(asker.key, 'listScoreNames', asker.apps, query, gone),
  );

  bind('deleteScore', async ({ asker: { apps, key }, params: { id }, change }) => {
    const appId = ownerOfScore(apps, id);
    if (appId === undefined) throw noScore();
    // One that is not stored waits in a journal, of this node or another.
    const stored = await reading.lookUp(key, 'score', { apps: [appId], id });
    if (stored?.isDeleted) throw noScore();
    await change(async ({ asker: now, note }) => {
      if (!now.apps.includes(appId)) throw noScore();
      note({ appId });
    });
    const { isDeleted, ...score } = stored ?? { id, isDeleted: false };
    await deleteScore(ingest, appId, score);
    return { status: 'ok' as const, ids: [id] };
  });
}

function noScore(): ApiError {
  return new ApiError('not_found', { message: 'There is no such score here.' });
}

/** People speak for themselves: their scores replace none of somebody else's. */
function saidBy(author: string, scores: ScoreInput | ScoreInput[]): ScoreInput | ScoreInput[] {
  return Array.isArray(scores) ? scores.map((score) => ({ ...score, author })) : { ...scores, author };
}
