import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../metadata/tables.ts';

const NAME = 'sessions';

/** The secret that signs cookies and encrypts second factors; generated at the first start. */
export async function serverSecret(db: Kysely<Tables>): Promise<string> {
  await db
    .insertInto('server_secret')
    .values({ name: NAME, value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom('server_secret')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow();
  return value;
}
