/**
 * The measured queries. Each runs twice: through HTTP, and through the server's own query functions, which
 * shows the statements they send.
 */
import {
  ExplainBody,
  ListInteractionsQuery,
  ListSessionsQuery,
  ListUsersQuery,
  QueryBody,
} from '@parley/contract';
import type { z } from 'zod';
import { runQuery } from '../../../server/src/queries/analytics/run.ts';
import { explain } from '../../../server/src/queries/explain/explain.ts';
import { getInteraction } from '../../../server/src/queries/get-interaction.ts';
import { getSession } from '../../../server/src/queries/get-session.ts';
import { listInteractions } from '../../../server/src/queries/list-interactions.ts';
import { listSessions } from '../../../server/src/queries/list-sessions.ts';
import { listUsers } from '../../../server/src/queries/list-users.ts';
import type { Store } from '../../../server/src/store/store.ts';
import { DAYS, RARE_WORD, type StoreFiller } from './fill-store.ts';

/** One call of the API. */
export type Call = {
  path: string;
  body?: object;
  run: (store: Store) => Promise<unknown>;
};

/** The calls of the nth run, so that not every run asks for the same. */
export type Question = (run: number) => readonly Call[];

export const QUESTIONS = [
  'dashboard',
  'newest50',
  'rareWord',
  'commonWord',
  // As search was before it told who said what.
  'rareWordAnywhere',
  'commonWordAnywhere',
  'commonWordOfAssistant',
  'sessions',
  'oneSession',
  'oneInteraction',
  'users',
  'topUsers',
  'explainCost',
] as const;
export type QuestionName = (typeof QUESTIONS)[number];

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
export const TIME_ZONE = 'Europe/Berlin';
const MODELS = ['gpt-4o-mini', 'gpt-4o', 'claude-sonnet-4-5', 'gemini-2.5-flash'] as const;

/** `ids` belong to interactions with a session. */
export function questions(
  app: string,
  { from, to, commonWord }: Pick<StoreFiller, 'from' | 'to' | 'commonWord'>,
  ids: readonly string[],
): Record<QuestionName, Question> {
  const ask = callsOf(app);
  const query = (body: z.input<typeof QueryBody>) => ask.query({ from, to, timezone: TIME_ZONE, ...body });
  const topUsers = query({ measures: ['costUsd', 'interactions'], dimensions: ['user'], limit: 10 });
  const nth = <T>(values: readonly T[], run: number): T => {
    const value = values[run % values.length];
    if (value === undefined) throw new Error('There are no interactions to ask for.');
    return value;
  };
  return {
    dashboard: () => [
      query({
        measures: ['interactions', 'totalTokens', 'costUsd', 'errorRate', 'latencyMean'],
        compare: 'previous',
      }),
      query({
        measures: ['users', 'identifiedUsers', 'sessions', 'interactionsPerSession'],
        compare: 'previous',
      }),
      query({ measures: ['interactions'], dimensions: ['model'], bucket: 'day', limit: 5, others: true }),
      query({ measures: ['latencyP50', 'latencyP90', 'latencyP95', 'latencyP99'], bucket: 'day' }),
      query({ measures: ['costUsd', 'totalTokens'], dimensions: ['model'], limit: 10 }),
      query({ measures: ['interactions'], dimensions: ['finishReason'] }),
      query({ measures: ['interactions'], dimensions: ['dayOfWeek', 'hourOfDay'], limit: 7 * 24 }),
      topUsers,
      ask.interactions({ outcome: 'error', limit: 10 }),
    ],
    newest50: (run) => [ask.interactions({ model: nth(MODELS, run), outcome: 'ok', limit: 50 })],
    rareWord: () => [ask.interactions({ q: RARE_WORD })],
    commonWord: () => [ask.interactions({ q: commonWord })],
    rareWordAnywhere: () => [ask.interactions({ q: RARE_WORD, in: 'any' })],
    commonWordAnywhere: () => [ask.interactions({ q: commonWord, in: 'any' })],
    commonWordOfAssistant: () => [ask.interactions({ q: commonWord, in: 'assistant' })],
    sessions: () => [ask.sessions({})],
    oneSession: (run) => [ask.session(nth(ids, run))],
    oneInteraction: (run) => [ask.interaction(nth(ids, run))],
    users: () => [ask.users({ identified: 'true' })],
    topUsers: () => [topUsers],
    // A week against the one before.
    explainCost: () => [ask.explain({ measure: 'costUsd', from: to - WEEK_MS, to })],
  };
}

/** The most expensive query: every session of the range, by user. */
export function heavyCall(app: string, { from, to }: Pick<StoreFiller, 'from' | 'to'>): Call {
  return callsOf(app).query({
    from: from - DAYS * 24 * 60 * 60 * 1000,
    to,
    measures: ['sessions', 'users', 'latencyP99', 'costUsd'],
    dimensions: ['user'],
    limit: 100,
    others: true,
  });
}

function callsOf(app: string) {
  const apps = [app] as const;
  const search = (path: string, query: object) => {
    const fields = Object.entries(query).map(([name, value]) => [name, String(value)]);
    return `${path}?${new URLSearchParams(Object.fromEntries(fields))}`;
  };
  return {
    query: (body: z.input<typeof QueryBody>): Call => ({
      path: '/v1/query',
      body,
      run: (store) => runQuery(store, apps, QueryBody.parse(body), Date.now()),
    }),
    explain: (body: z.input<typeof ExplainBody>): Call => ({
      path: '/v1/explain',
      body,
      run: (store) => explain(store, apps, ExplainBody.parse(body), Date.now()),
    }),
    interactions: (query: z.input<typeof ListInteractionsQuery>): Call => ({
      path: search('/v1/interactions', query),
      run: (store) => listInteractions(store, apps, ListInteractionsQuery.parse(query)),
    }),
    interaction: (id: string): Call => ({
      path: `/v1/interactions/${id}`,
      run: (store) => getInteraction(store, apps, id),
    }),
    sessions: (query: z.input<typeof ListSessionsQuery>): Call => ({
      path: search('/v1/sessions', query),
      run: (store) => listSessions(store, apps, ListSessionsQuery.parse(query), Date.now()),
    }),
    session: (id: string): Call => ({
      path: `/v1/sessions/${id}`,
      run: (store) => getSession(store, apps, id, { limit: 100 }, Date.now()),
    }),
    users: (query: z.input<typeof ListUsersQuery>): Call => ({
      path: search('/v1/users', query),
      run: (store) => listUsers(store, apps, ListUsersQuery.parse(query)),
    }),
  };
}
