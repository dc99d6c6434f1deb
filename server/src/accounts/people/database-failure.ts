/**
 * better-auth turns errors of its adapter into its own; a database failure is remembered here, so that it can
 * be reported as one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { MetadataUnavailable } from '../../metadata/failure.ts';

const current = new AsyncLocalStorage<{ away?: MetadataUnavailable }>();

/** Runs `work`; if it fails and the database was down meanwhile, throws that error instead. */
export function withDatabaseFailure<T>(work: () => Promise<T>): Promise<T> {
  const trouble: { away?: MetadataUnavailable } = {};
  return current.run(trouble, async () => {
    try {
      return await work();
    } catch (error) {
      throw trouble.away ?? error;
    }
  });
}

/** Remembers a database failure of an adapter call. */
export async function noteDatabaseFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const trouble = current.getStore();
    if (trouble && error instanceof MetadataUnavailable) trouble.away = error;
    throw error;
  }
}
