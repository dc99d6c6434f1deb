/** Figures of each application in the range, including applications without interactions. */
import type { Me, QueryAnswer, QueryRow } from '@parley/contract';
import { numberIn, textIn } from '../../charts/query/use-query.ts';

export type AppRow = {
  id: string;
  name: string;
  interactions: number;
  costUsd: number | null;
  totalTokens: number | null;
  errorRate: number | null;
  latencyP95: number | null;
  /** People that the application names. */
  users: number;
  /** Calls without a user. */
  anonymous: number;
  /** ISO 8601. */
  lastAt: string | null;
};
export type AppFigure = Exclude<keyof AppRow, 'id'>;

/** Names by id. Equal names get the account's name, or the id, in brackets. */
export function applicationNames({ applications, accounts }: Pick<Me, 'applications' | 'accounts'>) {
  const called = Map.groupBy(applications, ({ name }) => name);
  return new Map(
    applications.map(({ id, name, accountId }) => {
      const account = accounts.find((one) => one.id === accountId)?.name;
      const alike = (called.get(name) ?? []).filter((one) => one.accountId === accountId);
      if (called.get(name)?.length === 1) return [id, name];
      return [id, alike.length > 1 ? `${name} (${id})` : `${name} (${account})`];
    }),
  );
}

/** The answer with names instead of ids of applications. */
export function withNames(answer: QueryAnswer | undefined, names: ReadonlyMap<string, string>) {
  const named = (row: QueryRow): QueryRow => {
    const id = textIn(row, 'app');
    return id === null ? row : Object.assign({}, row, { app: names.get(id) ?? id });
  };
  return answer && { ...answer, rows: answer.rows.map(named) };
}

export function appRows(answer: QueryAnswer, me: Pick<Me, 'applications' | 'accounts'>): AppRow[] {
  const names = applicationNames(me);
  const rows = new Map(answer.rows.map((row) => [textIn(row, 'app'), row]));
  return me.applications
    .filter(({ id, archivedAt }) => archivedAt === null || rows.has(id))
    .map(({ id }) => {
      const row = rows.get(id) ?? {};
      return {
        id,
        name: names.get(id) ?? id,
        interactions: numberIn(row, 'interactions') ?? 0,
        costUsd: numberIn(row, 'costUsd'),
        totalTokens: numberIn(row, 'totalTokens'),
        errorRate: numberIn(row, 'errorRate'),
        latencyP95: numberIn(row, 'latencyP95'),
        users: numberIn(row, 'identifiedUsers') ?? 0,
        anonymous: numberIn(row, 'anonymousUsers') ?? 0,
        lastAt: textIn(row, 'lastAt'),
      };
    });
}

/** Unknown values come last in either order. */
export function sortedRows(rows: readonly AppRow[], by: AppFigure, order: 'asc' | 'desc'): AppRow[] {
  const way = order === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, other] = [a[by], b[by]];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const first = typeof one === 'string' ? one.localeCompare(String(other)) : one - Number(other);
    return way * first || a.name.localeCompare(b.name);
  });
}
