/** Checks which version wrote the metadata and the store. */
import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { SchemaTooNew } from '../base/schema-too-new.ts';
import { storeSteps } from '../cluster/store-steps.ts';
import { storePath } from '../data-folder/data-folder.ts';
import { markedSteps, refuseNewerStore } from '../data-folder/schema-mark.ts';
import {
  appliedMigrations,
  MIGRATIONS as METADATA_STEPS,
  refuseNewerMetadata,
} from '../metadata/migrations/migrations.ts';
import type { Tables } from '../metadata/tables.ts';
import { connect, nameOfTables, type StoreAddress } from '../store/client.ts';
import { refuseNewerSteps, MIGRATIONS as STORE_STEPS } from '../store/migrations/migrations.ts';
import { stepsInStore } from '../store/migrations/steps-done.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

/** An upgrade cannot be undone. */
const UPGRADE = 'Make a backup with the version that made it, then start this one: docs/upgrade.md says how.';

export type Schema = {
  what: 'metadata' | 'store';
  /** `unknown`: so old that it was not recorded. */
  taken: number | 'unknown';
  known: number;
  /** The error that a start would report; null if it would succeed. */
  refusal: string | null;
};

export async function inspectMetadataSchema(db: Kysely<Tables>): Promise<Schema> {
  return {
    what: 'metadata',
    taken: (await appliedMigrations(db)).length,
    known: Object.keys(METADATA_STEPS).length,
    refusal: await refusalOf(() => refuseNewerMetadata(db)),
  };
}

export async function inspectStoreSchema(address: StoreAddress, db: Kysely<Tables>): Promise<Schema> {
  const client = connect(address);
  try {
    const inStore = await stepsInStore(client).read();
    // The steps of a cluster are recorded where all servers see them.
    const steps = inStore.size > 0 ? inStore : await storeSteps(db, nameOfTables(address)).read();
    return {
      what: 'store',
      taken: steps.size,
      known: STORE_STEPS.length,
      refusal: await refusalOf(() => refuseNewerSteps(address, steps)),
    };
  } finally {
    await client.close();
  }
}

/** The schema of an embedded store without a running server, as recorded in the data folder. */
export async function inspectMarkedSchema(folder: string): Promise<Schema> {
  const refusal = await refusalOf(() => refuseNewerStore(folder));
  const steps = markedSteps(folder);
  const taken = steps === 0 && existsSync(storePath(folder)) ? 'unknown' : steps;
  return { what: 'store', taken, known: STORE_STEPS.length, refusal };
}

export function checkSchema({ what, taken, known, refusal }: Schema): Finding[] {
  const check = `${what} schema`;
  if (refusal !== null) {
    const [found = '', ...advice] = refusal.split(/(?<=\.) /);
    return [bad(check, found, advice.join(' '))];
  }
  if (taken === 'unknown')
    return [warn(check, 'Made by an older version of Parley; the next start updates it', UPGRADE)];
  if (taken === 0) return [ok(check, 'None yet; the next start makes it')];
  const found = `Step ${taken} of ${known}`;
  if (taken === known) return [ok(check, found)];
  return [warn(check, `${found}: made by an older version of Parley; the next start does the rest`, UPGRADE)];
}

async function refusalOf(look: () => unknown): Promise<string | null> {
  try {
    await look();
    return null;
  } catch (error) {
    if (error instanceof SchemaTooNew) return error.message;
    throw error;
  }
}
