import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

export type Metadata = {
  db: Kysely<Tables>;
  /**
   * A number that changes whenever somebody else has written, as far as this connection is told: cheap
   * enough to ask all the time.
   */
  externalVersion: () => number;
  close: () => Promise<void>;
};
