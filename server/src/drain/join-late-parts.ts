/**
 * Joins what came late to the interactions that are stored already. It may be interrupted and repeated at any time:
 * a part stays in the metadata until its interaction has it, and one that it has already changes nothing.
 */
import type { Kysely } from 'kysely';
import { forgetLateParts, type KeptPart, type LatePart, latePartsAfter } from '../accounts/late-parts.ts';
import type { Tables } from '../accounts/tables.ts';
import { callEnvelope } from '../otel/call-envelope.ts';
import { keptCall } from '../otel/kept.ts';
import type { Price } from '../prices/price.ts';
import { deriveInteraction } from '../record/derive.ts';
import type { StoredInteraction } from '../store/interaction-row.ts';
import type { KeptRow, ReplacedRows } from '../store/replaced-rows.ts';
import { joinBodies } from './telemetry-parts.ts';

export type JoinOptions = {
  db: Kysely<Tables>;
  rows: Pick<ReplacedRows, 'read' | 'replace'>;
  price: Price;
  now: () => number;
};

/** Looked at together; a mutation takes over what changes of them. */
const PAGE = 500;
/** What no call came for by then belongs to none that is sent here. */
const KEEP_MS = 24 * 60 * 60_000;

/** How many interactions have become more. */
export async function joinLateParts({ db, rows, price, now }: JoinOptions): Promise<number> {
  let joined = 0;
  let after: KeptPart | null = null;
  for (;;) {
    const parts: KeptPart[] = await latePartsAfter(db, after, PAGE);
    after = parts.at(-1) ?? null;
    if (after === null) return joined;
    const stored = await rows.read([...new Set(parts.map(({ id }) => id))]);
    const changed = stored.flatMap((row) => {
      const mine = parts.filter(({ id }) => id === row.id);
      return joinedRow(row, mine, price) ?? [];
    });
    if (changed.length > 0) await rows.replace(changed);
    joined += changed.length;
    const found = new Set(stored.map(({ id }) => id));
    const done = parts.filter(({ id, receivedAt }) => found.has(id) || receivedAt < now() - KEEP_MS);
    await forgetLateParts(db, done);
  }
}

/** Null when there is nothing new in the parts. */
function joinedRow(row: KeptRow, parts: readonly LatePart[], price: Price): StoredInteraction | null {
  const kept = { request: Buffer.from(row.request), response: Buffer.from(row.response) };
  const { request, response } = joinBodies(kept, parts);
  if (request === kept.request && response === kept.response) return null;
  const call = keptCall(JSON.parse(request.toString('utf8')), JSON.parse(response.toString('utf8')));
  if (!call) return null;
  const { envelope, warnings } = callEnvelope(call, row);
  const { id, appId, receivedAt, requestedAt } = row;
  const head = {
    kind: 'interaction' as const,
    id,
    appId,
    receivedAt,
    // Rows are sorted by the time of the request: that one stays.
    envelope: { ...envelope, requestedAt },
    warnings,
    verified: true,
  };
  return { record: deriveInteraction(head, request, response, price), request, response };
}
