import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export type Metadata = {
  db: Kysely<Tables>;
  /**
   * A number that changes after writes of other connections, as far as this one is notified. Cheap enough to
   * check on every request.
   */
  externalVersion: () => number;
  close: () => Promise<void>;
};
