/** The queries of the API by route name; each answer has the type that the contract gives the route. */
import type {
  ExplainBody,
  GetPromptQuery,
  GetSessionQuery,
  Interaction,
  ListInteractionsQuery,
  ListLabelsQuery,
  ListPromptsQuery,
  ListRejectionsQuery,
  ListScoreNamesQuery,
  ListScoresQuery,
  ListSessionsQuery,
  ListUserNamesQuery,
  ListUsersQuery,
  NeighboursQuery,
  QueryBody,
  ROUTES,
  RouteName,
  UnpricedModelsQuery,
} from '@parley/contract';
import type { z } from 'zod';
import { ApiError } from '../base/errors.ts';
import { PRICE_LIST } from '../base/price-list-version.ts';
import { type Queries, runQuery, runTogether } from '../queries/analytics/run.ts';
import { explain } from '../queries/explain/explain.ts';
import type { Apps } from '../queries/filters.ts';
import { getInteractionTurn } from '../queries/get-interaction-turn.ts';
import { getNeighbours } from '../queries/get-neighbours.ts';
import { getSession } from '../queries/get-session.ts';
import { getTrace } from '../queries/get-trace.ts';
import { getUser } from '../queries/get-user.ts';
import { listInteractions } from '../queries/list-interactions.ts';
import { listLabels } from '../queries/list-labels.ts';
import { listSessions } from '../queries/list-sessions.ts';
import { listUserNames } from '../queries/list-user-names.ts';
import { listUsers } from '../queries/list-users.ts';
import { getPrompt } from '../queries/prompts/get-prompt.ts';
import { listPrompts } from '../queries/prompts/list-prompts.ts';
import { listRejections } from '../queries/rejections.ts';
import { listScoreNames } from '../queries/scores/list-score-names.ts';
import { listScores } from '../queries/scores.ts';
import { unpricedModels } from '../queries/unpriced-models.ts';
import { targetsOfInteraction, withScores } from '../queries/with-scores.ts';
import { storeRefusal } from '../store/failure.ts';
import type { Store } from '../store/store.ts';
import { type AskedInteraction, findInteraction } from './find-interaction.ts';
import { findRejection } from './find-rejection.ts';
import { type JsonBytes, joinedJson } from './json-bytes.ts';
import type { Sources } from './sources.ts';

export type AnswerTo<N extends RouteName> = z.input<(typeof ROUTES)[N]['answer']>;

export const QUERY_HANDLERS = {
  listInteractions: ({ store }: Sources, apps: Apps, query: ListInteractionsQuery) =>
    listInteractions(store, apps, query),

  async getInteraction(sources: Sources, apps: Apps, asked: AskedInteraction) {
    const { record, isStored } = await findInteraction(sources, apps, asked);
    const [scored] = await scoresOf(sources.store, apps, record, isStored);
    return scored ?? record;
  },

  async getRawInteraction(sources: Sources, apps: Apps, asked: AskedInteraction) {
    const { request, response } = await findInteraction(sources, apps, asked);
    if (request.length > 0) return joinedJson('{"request":', request, ',"response":', response, '}');
    throw new ApiError('not_found', {
      message:
        'The request and the response of this interaction are not kept: see the settings of its application.',
    });
  },

  async getInteractionTurn({ store }: Sources, apps: Apps, { id }: { id: string }) {
    const turn = await getInteractionTurn(store, apps, id);
    if (turn) return turn;
    throw new ApiError('not_found', { message: 'No session here has an interaction with that id.' });
  },

  async getNeighbours({ store }: Sources, apps: Apps, { id, ...filters }: NeighboursQuery & { id: string }) {
    const neighbours = await getNeighbours(store, apps, id, filters);
    if (neighbours) return neighbours;
    throw new ApiError('not_found', { message: 'There is no such interaction here.' });
  },

  getTrace: ({ store }: Sources, apps: Apps, traceId: string) => getTrace(store, apps, traceId),

  listSessions: ({ store }: Sources, apps: Apps, query: ListSessionsQuery) =>
    listSessions(store, apps, query, Date.now()),

  async getSession({ store }: Sources, apps: Apps, { id, ...query }: GetSessionQuery & { id: string }) {
    const session = await getSession(store, apps, id, query, Date.now());
    if (session) return session;
    throw new ApiError('not_found', { message: 'No session here has an interaction with that id.' });
  },

  listUsers: ({ store }: Sources, apps: Apps, query: ListUsersQuery) => listUsers(store, apps, query),

  async getUser({ store }: Sources, apps: Apps, { key }: { key: string }) {
    const user = await getUser(store, apps, key, Date.now());
    if (user) return user;
    throw new ApiError('not_found', { message: 'There is no user with that key here.' });
  },

  listPrompts: ({ store }: Sources, apps: Apps, query: ListPromptsQuery) => listPrompts(store, apps, query),

  async getPrompt({ store }: Sources, apps: Apps, query: GetPromptQuery & { id: string }) {
    const prompt = await getPrompt(store, apps, query);
    if (prompt) return prompt;
    throw new ApiError('not_found', { message: 'No interaction here has that prompt.' });
  },

  listUserNames: ({ store }: Sources, apps: Apps, query: ListUserNamesQuery) =>
    listUserNames(store, apps, query),

  query: ({ store }: Sources, apps: Apps, body: QueryBody) => runQuery(store, apps, body, Date.now()),

  /** Queries about the same rows. The lines are `readTogether`'s, one for each key. */
  async readTogether({ store }: Sources, apps: Apps, { keys, bodies }: { keys: string[]; bodies: Queries }) {
    const answers = await runTogether(store, apps, bodies, Date.now());
    const lines = answers.map((answer, i) => `${JSON.stringify({ key: keys[i], answer })}\n`);
    return joinedJson<string>(...lines);
  },

  explain: ({ store }: Sources, apps: Apps, body: ExplainBody) => explain(store, apps, body, Date.now()),

  listLabels: ({ store }: Sources, apps: Apps, query: ListLabelsQuery) =>
    listLabels(store, apps, query, Date.now()),

  listUnpricedModels: async ({ store }: Sources, apps: Apps, query: UnpricedModelsQuery) => ({
    ...(await unpricedModels(store, apps, query)),
    priceList: PRICE_LIST,
  }),

  listRejections: ({ store }: Sources, apps: Apps, query: ListRejectionsQuery) =>
    listRejections(store, apps, query),

  listScores: ({ store }: Sources, apps: Apps, query: ListScoresQuery) => listScores(store, apps, query),

  listScoreNames: ({ store }: Sources, apps: Apps, _: ListScoreNamesQuery) => listScoreNames(store, apps),

  getRawRejection: async ({ store }: Sources, apps: Apps, { id }: { id: string }) =>
    joinedJson((await findRejection(store, apps, id)).payload),
} satisfies {
  [N in RouteName]?: (
    sources: Sources,
    apps: Apps,
    input: never,
  ) => Promise<AnswerTo<N> | JsonBytes<AnswerTo<N>>>;
};

/** Milliseconds that an interaction waits for its scores while it is in the journal. */
const SCORES_MS = 1000;

/** The interaction with its scores. What waits in the journal is read without them while the store is away. */
async function scoresOf(store: Store, apps: Apps, record: Interaction, isStored: boolean) {
  if (isStored) return withScores(store, apps, [record], targetsOfInteraction, { wholeComments: true });
  try {
    return await withScores(store, apps, [record], targetsOfInteraction, {
      timeoutMs: SCORES_MS,
      wholeComments: true,
    });
  } catch (error) {
    if (storeRefusal(error)) return [];
    throw error;
  }
}

export type QueryHandlers = typeof QUERY_HANDLERS;
export type QueryName = keyof QueryHandlers;
export type QueryInput<N extends QueryName> = Parameters<QueryHandlers[N]>[2];
