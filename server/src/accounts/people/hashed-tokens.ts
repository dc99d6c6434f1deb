/**
 * Keeps session tokens as hashes. better-auth writes them as they are; here they are hashed on the way
 * into the database, in what is written and in what is looked for, and the caller gets back what they gave.
 */
import type { DBAdapter, Where } from 'better-auth/types';
import { hashSecret } from '../secrets.ts';

const MODEL = 'session';

export function hashedTokens(adapter: DBAdapter): DBAdapter {
  const hashing: DBAdapter = {
    ...adapter,
    // The casts below give back what the adapter returned, with the token as the caller knows it.
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
    // Ours is around the whole call (`auth-writes.ts`): one of better-auth's own may not begin inside.
    transaction: (run) => run(hashing),
  };
  return hashing;
}

type Question = { model: string; where?: Where[] | undefined };

function hashWhere<Q extends Question>(question: Q): Q {
  if (question.model !== MODEL || !question.where) return question;
  return { ...question, where: question.where.map(hashClause) };
}

function hashClause(clause: Where): Where {
  if (clause.field !== 'token') return clause;
  const { value } = clause;
  if (typeof value === 'string') return { ...clause, value: hashSecret(value) };
  if (Array.isArray(value)) return { ...clause, value: value.map((one) => hashSecret(String(one))) };
  return clause;
}

function tokenIn({ model, where }: Question): string | undefined {
  const value = model === MODEL ? where?.find(({ field }) => field === 'token')?.value : undefined;
  return typeof value === 'string' ? value : undefined;
}

function withToken<T>(row: T, token: string | undefined): T {
  return row && token !== undefined ? { ...row, token } : row;
}
