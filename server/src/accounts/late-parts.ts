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

/** One that is kept here; the digest tells it from other parts of the same call. */
export type KeptPart = LatePart & { digest: string };

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

export async function forgetLateParts(db: Kysely<Tables>, parts: readonly KeptPart[]): Promise<void> {
  for (const { id, digest } of parts)
    await db.deleteFrom('late_part').where('id', '=', id).where('digest', '=', digest).execute();
}

export async function readLateParts(db: Kysely<Tables>, ids: readonly string[]): Promise<KeptPart[]> {
  const found: KeptPart[] = [];
  for (const some of chunks(ids)) {
    const rows = await db.selectFrom('late_part').selectAll().where('id', 'in', some).execute();
    found.push(...rows.map(partOf));
  }
  return found;
}

/** All of them in pages, those that have waited longest first. */
export async function latePartsAfter(
  db: Kysely<Tables>,
  last: KeptPart | null,
  limit: number,
): Promise<KeptPart[]> {
  let question = db.selectFrom('late_part').selectAll();
  if (last) {
    const { receivedAt, id, digest } = last;
    question = question.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('received_at', 'id', 'digest'), '>', tuple(receivedAt, id, digest)),
    );
  }
  const rows = await question.orderBy('received_at').orderBy('id').orderBy('digest').limit(limit).execute();
  return rows.map(partOf);
}

function partOf({ id, digest, app_id, received_at, request, response, head }: LatePartTable): KeptPart {
  return {
    id,
    digest,
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
