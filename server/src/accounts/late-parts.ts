/** Parts of model calls that came apart from them: kept here until they are joined. */
import { hash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { InteractionHead } from '../entry.ts';
import type { LatePartTable, Tables } from './tables.ts';

/** Of a call, by the interaction's id. */
export type LatePart = {
  id: string;
  appId: string;
  receivedAt: number;
  request: Buffer;
  response: Buffer;
  /** Of the span, or of a log record that is a call by itself. */
  head?: InteractionHead;
};

export async function keepLateParts(tx: Transaction<Tables>, parts: readonly LatePart[]): Promise<void> {
  for (const { id, appId, receivedAt, request, response, head } of parts) {
    await tx
      .insertInto('late_part')
      .values({
        id,
        digest: hash('sha256', Buffer.concat([request, response]), 'hex'),
        app_id: appId,
        received_at: receivedAt,
        request: request.toString('utf8'),
        response: response.toString('utf8'),
        head: head ? JSON.stringify(head) : null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function forgetLateParts(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  for (const some of chunks(ids)) await db.deleteFrom('late_part').where('id', 'in', some).execute();
}

export async function readLateParts(db: Kysely<Tables>, ids: readonly string[]): Promise<LatePart[]> {
  const found: LatePart[] = [];
  for (const some of chunks(ids)) {
    const rows = await db.selectFrom('late_part').selectAll().where('id', 'in', some).execute();
    found.push(...rows.map(partOf));
  }
  return found;
}

/** Those that have waited longest. */
export async function oldestLateParts(db: Kysely<Tables>, limit: number): Promise<LatePart[]> {
  const rows = await db.selectFrom('late_part').selectAll().orderBy('received_at').limit(limit).execute();
  return rows.map(partOf);
}

function partOf({ id, app_id, received_at, request, response, head }: LatePartTable): LatePart {
  return {
    id,
    appId: app_id,
    receivedAt: Number(received_at),
    request: Buffer.from(request),
    response: Buffer.from(response),
    ...(head === null ? {} : { head: JSON.parse(head) }),
  };
}

/** A statement takes only so many parameters. */
const MOST_PARAMETERS = 500;

function* chunks(ids: readonly string[]): Generator<string[]> {
  for (let i = 0; i < ids.length; i += MOST_PARAMETERS) yield ids.slice(i, i + MOST_PARAMETERS);
}
