import { kyselyAdapter } from '@better-auth/kysely-adapter';
import type { BetterAuthOptions, DBAdapter } from 'better-auth/types';
import type { Kysely } from 'kysely';
import { isPostgres } from '../../metadata/dialect.ts';
import { bumpRevision } from '../../metadata/revision.ts';
import type { Tables } from '../../metadata/tables.ts';
import { AuthWrites } from './auth-writes.ts';
import { noteDatabaseFailure } from './database-failure.ts';

/** The database adapter of better-auth: it writes in the transaction of the current call. */
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
  /** Ending a session bumps the revision, so that streams opened with it are checked again. */
  const end = async ({ model }: { model: string }) => {
    const writes = AuthWrites.current();
    if (writes && model === 'session') await bumpRevision(await writes.begin());
    return write();
  };
  return {
    ...adapterOn(db),
    create: (input) => noteDatabaseFailure(write().then((to) => to.create(input))),
    findOne: (input) => noteDatabaseFailure(read().then((from) => from.findOne(input))),
    findMany: (input) => noteDatabaseFailure(read().then((from) => from.findMany(input))),
    count: (input) => noteDatabaseFailure(read().then((from) => from.count(input))),
    update: (input) => noteDatabaseFailure(write().then((to) => to.update(input))),
    updateMany: (input) => noteDatabaseFailure(write().then((to) => to.updateMany(input))),
    delete: (input) => noteDatabaseFailure(end(input).then((to) => to.delete(input))),
    deleteMany: (input) => noteDatabaseFailure(end(input).then((to) => to.deleteMany(input))),
    consumeOne: (input) => noteDatabaseFailure(write().then((to) => to.consumeOne(input))),
    incrementOne: (input) => noteDatabaseFailure(write().then((to) => to.incrementOne(input))),
  };
}
