/** The interactions of a data set, with what their lines need: tools, scores, and the session's earlier answers. */
import {
  CORRECTION,
  type DatasetNote,
  type ExportDatasetQuery,
  isRecordedFormat,
  MAX_DATASET_INTERACTIONS,
  type ScoredInteraction,
  THUMBS,
} from '@parley/contract';
import { z } from 'zod';
import { ApiError } from '../base/errors.ts';
import type { DatasetItem } from '../datasets/dataset.ts';
import { type Judged, judgedOf } from '../datasets/make-example.ts';
import { functionTool } from '../datasets/tools.ts';
import { exportPages } from '../queries/export-pages.ts';
import { type Apps, conditions, type ExportFilters } from '../queries/filters.ts';
import { findSessions, type SessionRow } from '../queries/find-sessions.ts';
import { targetsOfInteraction, withScores } from '../queries/with-scores.ts';
import { interactionFromRow } from '../record/from-row.ts';
import { toolsOffered } from '../record/prompt-parts.ts';
import type { InteractionRow } from '../store/rows/interaction-row.ts';
import type { Store } from '../store/store.ts';

/** Their ids are parameters of one statement. */
const SESSIONS_PER_PAGE = 100;
const NO_SESSION = 'empty(session)';
/** Corrections are comments. */
const WHOLE = { wholeComments: true };

export type DatasetQuestion = Pick<ExportDatasetQuery, 'as' | 'per'> & { filters: ExportFilters };

export async function refuseLargeDataset(store: Store, apps: Apps, filters: ExportFilters): Promise<void> {
  const { where, params } = conditions(apps, filters);
  const [found] = await store.query(
    z.object({ interactions: z.number() }),
    `SELECT count() AS interactions FROM interactions WHERE ${where}`,
    params,
  );
  const interactions = found?.interactions ?? 0;
  if (interactions <= MAX_DATASET_INTERACTIONS) return;
  throw new ApiError('invalid_query', {
    message: `A data set is made from at most ${MAX_DATASET_INTERACTIONS} interactions, and ${interactions} fit: narrow the range or the filters.`,
  });
}

export async function* datasetPages(
  store: Store,
  apps: Apps,
  { as, per, filters }: DatasetQuestion,
): AsyncGenerator<DatasetItem[], void, undefined> {
  if (per === 'session') {
    yield* sessionPages(store, apps, filters);
    yield* interactionPages(store, apps, filters, NO_SESSION);
    return;
  }
  // Pairs need a correction, and few interactions have one.
  const scored = as === 'preference' && filters.scored === undefined ? { scored: [CORRECTION] } : {};
  yield* interactionPages(store, apps, { ...filters, ...scored });
}

async function* interactionPages(store: Store, apps: Apps, filters: ExportFilters, only?: string) {
  for await (const page of exportPages(store, apps, filters, only)) {
    const items = await itemsOf(store, apps, page);
    yield items.map((item): DatasetItem => ({ ...item, earlier: [], earlierTurns: 0 }));
  }
}

/** One interaction for each session: the last that was answered. */
async function* sessionPages(store: Store, apps: Apps, filters: ExportFilters) {
  const order = { orderBy: 'lastAt', order: 'desc' } as const;
  let last: SessionRow | undefined;
  do {
    const after = last ? { order: 'lastAt_desc', value: last.sorted_by_digits, id: last.first_id } : null;
    const search = { filters, ...order, state: undefined, limit: SESSIONS_PER_PAGE, now: 0, after };
    const found = await findSessions(store, apps, search);
    const sessions = found.slice(0, SESSIONS_PER_PAGE);
    const byId = new Map(sessions.map((session) => [lastAnswered(session), session]));
    if (sessions.length > 0) {
      const earlier = await judgedAnswers(store, apps, sessions);
      for await (const page of exportPages(store, apps, { id: [...byId.keys()] })) {
        const items = await itemsOf(store, apps, page);
        yield items.map(({ notes, ...item }): DatasetItem => {
          const { interactions = 1, session = '' } = byId.get(item.record.id) ?? {};
          return {
            ...item,
            notes: interactions > 1 && !hasHistory(item.record) ? [...notes, 'history_missing'] : notes,
            earlier: earlier.get(`${item.record.appId} ${session}`) ?? [],
            earlierTurns: interactions - 1,
          };
        });
      }
    }
    last = found.length > SESSIONS_PER_PAGE ? sessions.at(-1) : undefined;
  } while (last);
}

/** Of a session in which every call failed, the last. */
function lastAnswered({ answered_id: answered, last_id: last }: SessionRow): string {
  return /[1-9a-f]/.test(answered) ? answered : last;
}

function hasHistory({ input }: ScoredInteraction): boolean {
  return input.some(({ role }) => role === 'assistant');
}

/** The answers of sessions that people corrected or gave a thumb, by application and session. */
async function judgedAnswers(
  store: Store,
  apps: Apps,
  sessions: readonly SessionRow[],
): Promise<ReadonlyMap<string, Judged[]>> {
  const several = sessions.filter(({ interactions }) => interactions > 1);
  const judged = new Map<string, Judged[]>();
  if (several.length === 0) return judged;
  const filters = { session: several.map(({ session }) => session), scored: [CORRECTION, THUMBS] };
  for await (const page of exportPages(store, apps, filters)) {
    for (const record of await withScores(
      store,
      apps,
      page.map(interactionFromRow),
      targetsOfInteraction,
      WHOLE,
    )) {
      const key = `${record.appId} ${record.session}`;
      judged.set(key, [...(judged.get(key) ?? []), judgedOf(record)]);
    }
  }
  return judged;
}

async function itemsOf(store: Store, apps: Apps, page: readonly InteractionRow[]) {
  const records = await withScores(store, apps, page.map(interactionFromRow), targetsOfInteraction, WHOLE);
  return records.map((record, i) => {
    const offered = page[i] ? toolsIn(page[i]) : [];
    const tools = offered.map(functionTool).filter((tool) => tool !== null);
    const notes: DatasetNote[] = tools.length < offered.length ? ['tool_not_a_function'] : [];
    return { record, tools, notes };
  });
}

function toolsIn({ record: { format }, request }: InteractionRow) {
  return request === '' || !isRecordedFormat(format) ? [] : toolsOffered(format, JSON.parse(request));
}
