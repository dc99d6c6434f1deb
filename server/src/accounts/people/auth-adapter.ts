import { kyselyAdapter } from '@better-auth/kysely-adapter';
import type { BetterAuthOptions, DBAdapter } from 'better-auth/types';
import type { Kysely } from 'kysely';
import { isPostgres } from '../dialect.ts';
import { bumpRevision } from '../revision.ts';
import type { Tables } from '../tables.ts';
import { AuthWrites } from './auth-writes.ts';

/** What better-auth reads and writes, in the transaction of the call that it answers. */
export function authAdapter(db: Kysely<Tables>, options: BetterAuthOptions): DBAdapter {
  const type = isPostgres(db) ? 'postgres' : 'sqlite';
  const adapters = new WeakMap<Kysely<Tables>, DBAdapter>();
  const adapterOn = (connection: Kysely<Tables>): DBAdapter => {
    const adapter = adapters.get(connection) ?? kyselyAdapter(connection, { type })(options);
    adapters.set(connection, adapter);
    return adapter;
  };
  const read = async () => adapterOn((await AuthWrites.current()?.reading()) ?? db);
  const write = async () => adapterOn((await AuthWrites.current()?.begin()) ?? db);
  /** Whoever listens by a session that ends is looked at again. */
  const end = async ({ model }: { model: string }) => {
    const writes = AuthWrites.current();
    if (writes && model === 'session') await bumpRevision(await writes.begin());
    return write();
  };
  return {
    ...adapterOn(db),
    create: async (input) => (await write()).create(input),
    findOne: async (input) => (await read()).findOne(input),
    findMany: async (input) => (await read()).findMany(input),
    count: async (input) => (await read()).count(input),
    update: async (input) => (await write()).update(input),
    updateMany: async (input) => (await write()).updateMany(input),
    delete: async (input) => (await end(input)).delete(input),
    deleteMany: async (input) => (await end(input)).deleteMany(input),
    consumeOne: async (input) => (await write()).consumeOne(input),
    incrementOne: async (input) => (await write()).incrementOne(input),
  };
}
