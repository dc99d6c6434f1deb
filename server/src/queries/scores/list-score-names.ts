import { SCORE_KINDS, type ScoreNameList } from '@parley/contract';
import { z } from 'zod';
import type { Store } from '../../store/store.ts';
import { type Apps, appCondition } from '../filters.ts';
import { EXISTS, newestScores } from '../score-sql.ts';

/** As many as an application may have. */
const MAX_NAMES = 500;

const Row = z.object({
  appId: z.string(),
  name: z.string(),
  kinds: z.tuple([z.enum(SCORE_KINDS)]),
  scores: z.number(),
  mean: z.number().nullable(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  values: z.array(z.string()),
});

/** The names of scores, with the kind and the extent of their values. */
export async function listScoreNames(store: Store, apps: Apps): Promise<ScoreNameList> {
  if (!(await store.mayHaveScores(apps))) return { data: [] };
  const { where, params } = appCondition(apps);
  const columns = 'app_id, id, version, name, kind, number, word';
  const rows = await store.query(
    Row,
    `SELECT app_id AS appId, name, groupUniqArray(1)(kind) AS kinds, count() AS scores,
            avg(number) AS mean, min(number) AS min, max(number) AS max,
            topKIf(20)(word, notEmpty(word)) AS values
     FROM (SELECT * FROM ${newestScores(columns, where)} WHERE ${EXISTS})
     GROUP BY app_id, name ORDER BY scores DESC, appId, name LIMIT ${MAX_NAMES} BY appId`,
    params,
  );
  return { data: rows.map(({ kinds: [kind], ...row }) => ({ ...row, kind })) };
}
