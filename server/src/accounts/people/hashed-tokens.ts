/**
 * Stores session tokens as hashes. better-auth writes plain tokens; this adapter hashes them in everything
 * that is written or searched for, and returns rows with the caller's token.
 */
import type { DBAdapter, Where } from 'better-auth/types';
import { hashSecret } from '../secrets.ts';

const MODEL = 'session';

export function hashedTokens(adapter: DBAdapter): DBAdapter {
  const hashing: DBAdapter = {
    ...adapter,
    // The casts below return the adapter's row with the caller's token.
    async create<T extends Record<string, unknown>, R = T>(
      input: Parameters<typeof adapter.create<T, R>>[0],
    ): Promise<R> {
      const { token } = input.data as { token?: unknown };
      if (input.model !== MODEL || typeof token !== 'string') return adapter.create<T, R>(input);
      const data = { ...input.data, token: hashSecret(token) };
      return withToken(await adapter.create<T, R>({ ...input, data }), token) as R;
    },
    async findOne<T>(input: Parameters<typeof adapter.findOne<T>>[0]): Promise<T | null> {
      const found = await adapter.findOne<T>(hashWhere(input));
      return withToken(found, tokenIn(input));
    },
    findMany: (input) => adapter.findMany(hashWhere(input)),
    count: (input) => adapter.count(hashWhere(input)),
    async update<T>(input: Parameters<typeof adapter.update<T>>[0]): Promise<T | null> {
      return withToken(await adapter.update<T>(hashWhere(input)), tokenIn(input));
    },
    updateMany: (input) => adapter.updateMany(hashWhere(input)),
    delete: (input) => adapter.delete(hashWhere(input)),
    deleteMany: (input) => adapter.deleteMany(hashWhere(input)),
    consumeOne: (input) => adapter.consumeOne(hashWhere(input)),
    incrementOne: (input) => adapter.incrementOne(hashWhere(input)),
    // `auth-writes.ts` wraps the whole call in a transaction; better-auth must not begin another inside.
    transaction: (run) => run(hashing),
  };
  return hashing;
}

type Query = { model: string; where?: Where[] | undefined };

function hashWhere<Q extends Query>(query: Q): Q {
  if (query.model !== MODEL || !query.where) return query;
  return { ...query, where: query.where.map(hashClause) };
}

function hashClause(clause: Where): Where {
  if (clause.field !== 'token') return clause;
  const { value } = clause;
  if (typeof value === 'string') return { ...clause, value: hashSecret(value) };
  if (Array.isArray(value)) return { ...clause, value: value.map((one) => hashSecret(String(one))) };
  return clause;
}

function tokenIn({ model, where }: Query): string | undefined {
  const value = model === MODEL ? where?.find(({ field }) => field === 'token')?.value : undefined;
  return typeof value === 'string' ? value : undefined;
}

function withToken<T>(row: T, token: string | undefined): T {
  return row && token !== undefined ? { ...row, token } : row;
}
