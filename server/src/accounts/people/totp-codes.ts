/**
 * Codes of an authenticator app are single-use, so that a code seen over somebody's shoulder is worthless.
 */
import { createHmac } from 'node:crypto';
import { symmetricDecrypt } from 'better-auth/crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import type { Auth } from './auth.ts';

const STEP_MS = 30_000;
/**
 * better-auth accepts codes of the previous and the next step; by now, its previous step may be two steps
 * ago.
 */
const EARLIEST_STEP = -2;
const LATEST_STEP = 1;

/**
 * Uses up a code that better-auth has accepted, and all earlier ones. False if it was used before: of several
 * concurrent requests, on any number of nodes, one gets true.
 */
export async function useTotpCode(
  tx: Kysely<Tables>,
  auth: Auth,
  { personId, code }: { personId: string; code: string },
): Promise<boolean> {
  const factor = await tx
    .selectFrom('second_factor')
    .select(['id', 'secret', 'last_step'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (!factor) return false;
  const { secretConfig } = await auth.$context;
  const secret = await symmetricDecrypt({ key: secretConfig, data: factor.secret });
  const step = stepOf(code, secret, factor.last_step ?? 0);
  if (step === undefined) return false;
  const { numUpdatedRows } = await tx
    .updateTable('second_factor')
    .set({ last_step: step })
    .where('id', '=', factor.id)
    .where((row) => row.or([row('last_step', 'is', null), row('last_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The first step after `last` with this code. */
function stepOf(code: string, secret: string, last: number): number | undefined {
  const now = Math.floor(Date.now() / STEP_MS);
  for (let step = Math.max(now + EARLIEST_STEP, last + 1); step <= now + LATEST_STEP; step++) {
    if (codeOf(secret, step) === code) return step;
  }
  return undefined;
}

/** RFC 6238: SHA-1, six digits. */
function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0');
}
