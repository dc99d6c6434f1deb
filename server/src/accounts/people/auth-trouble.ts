/** better-auth turns what its adapter throws into refusals of its own: here it is kept, so that it can be told. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { MetadataAway } from '../../metadata/failure.ts';

const current = new AsyncLocalStorage<{ away?: MetadataAway }>();

/** When the work fails and the database was away meanwhile, that is the reason. */
export function tellingTrouble<T>(work: () => Promise<T>): Promise<T> {
  const trouble: { away?: MetadataAway } = {};
  return current.run(trouble, async () => {
    try {
      return await work();
    } catch (error) {
      throw trouble.away ?? error;
    }
  });
}

/** For what the adapter does. */
export async function notingTrouble<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const trouble = current.getStore();
    if (trouble && error instanceof MetadataAway) trouble.away = error;
    throw error;
  }
}
