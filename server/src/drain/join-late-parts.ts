/**
 * Joins what came late to the interactions that are stored already. It may be interrupted and repeated at any time:
 * a part stays in the metadata until its interaction has it, and one that it has already changes nothing.
 *
 * A part that comes before its call is joined by the drain when the call is stored. So here it is looked at when it
 * comes, for a call that is stored already, and then ever more seldom, for one that another node stored just then:
 * parts whose call never comes cost next to nothing.
 */
import type { Kysely } from 'kysely';
import { waitAfter } from '../base/back-off.ts';
import { settleAll } from '../base/settle-all.ts';
import {
  type DueParts,
  dueLateParts,
  forgetLateParts,
  type LatePart,
  postponeLateParts,
  readLateParts,
  SPLIT_IN,
  splitLateParts,
} from '../cluster/late-parts.ts';
import type { Tables } from '../metadata/tables.ts';
import { readCall } from '../otel/call-bodies.ts';
import { callEnvelope } from '../otel/call-envelope.ts';
import type { Price } from '../prices/price.ts';
import { deriveInteraction } from '../record/derive.ts';
import type { KeptRow, ReplacedRows } from '../store/rewrite/replaced-rows.ts';
import type { StoredInteraction } from '../store/rows/interaction-row.ts';
import { joinBodies } from './telemetry-parts.ts';

export type JoinOptions = {
  db: Kysely<Tables>;
  rows: Pick<ReplacedRows, 'read' | 'replace'>;
  price: Price;
  now: () => number;
};

/** Looked at in one go: what comes meanwhile is not to wait for long. A mutation takes over what changes of them. */
const PAGE = { calls: 500, bytes: 32 * 1024 * 1024 };
const LOOK_AGAIN = { firstMs: 20_000, mostMs: 6 * 60 * 60_000 };
/** When so many of one go fail, it is not the fault of what is in them. */
const MOST_FAILURES = 3;

/** How many interactions have become more. Those that fail do not hold up the others; then it fails. */
export async function joinLateParts({ db, rows, price, now }: JoinOptions): Promise<number> {
  let joined = 0;
  const due = await dueLateParts(db, now(), PAGE.calls);
  await settleAll(pagesOf(due), joinPage, MOST_FAILURES);
  return joined;

  async function joinPage(page: readonly DueParts[]): Promise<void> {
    let failed = page;
    try {
      const stored = await rows.read([...new Set(page.flatMap(({ calls }) => calls))]);
      const found = new Set(stored.map(({ id }) => id));
      failed = having(page, found);
      const parts = Map.groupBy(await readLateParts(db, [...found]), ({ id }) => id);
      const changed: StoredInteraction[] = [];
      const unreadable = new Map<string, unknown>();
      for (const row of stored) {
        try {
          const whole = joinedRow(row, parts.get(row.id) ?? [], price);
          if (whole) changed.push(whole);
        } catch (error) {
          unreadable.set(row.id, error);
        }
      }
      if (changed.length > 0) await rows.replace(changed);
      joined += changed.length;
      await forgetLateParts(
        db,
        [...parts].flatMap(([id, its]) => (unreadable.has(id) ? [] : its)),
      );
      failed = having(page, unreadable);
      for (const error of unreadable.values()) throw error;
      await postponeLateParts(db, page, lookAgain);
    } catch (error) {
      await postponeLateParts(
        db,
        page.filter((parts) => !failed.includes(parts)),
        lookAgain,
      );
      await splitLateParts(db, failed, lookAgain);
      throw error;
    }
  }

  function lookAgain(looks: number): number {
    return Math.round(now() + waitAfter(looks, LOOK_AGAIN));
  }
}

/** Those with parts of one of these calls. */
function having(page: readonly DueParts[], ids: { has: (id: string) => boolean }): DueParts[] {
  return page.filter(({ calls }) => calls.some((id) => ids.has(id)));
}

/** Those that have failed are tried in ever smaller company, so that one that always fails is alone in the end. */
function* pagesOf(due: readonly DueParts[]): Generator<DueParts[]> {
  for (const [failures, alike] of Map.groupBy(due, (parts) => parts.failures)) {
    const most = Math.max(1, Math.floor(PAGE.calls / SPLIT_IN ** failures));
    let page: DueParts[] = [];
    const size = { calls: 0, bytes: 0 };
    for (const parts of alike) {
      size.calls += parts.calls.length;
      size.bytes += parts.bytes;
      if (page.length > 0 && (size.calls > most || size.bytes > PAGE.bytes)) {
        yield page;
        page = [];
        Object.assign(size, { calls: parts.calls.length, bytes: parts.bytes });
      }
      page.push(parts);
    }
    if (page.length > 0) yield page;
  }
}

/** Null when there is nothing new in the parts. */
function joinedRow(row: KeptRow, parts: readonly LatePart[], price: Price): StoredInteraction | null {
  const kept = { request: Buffer.from(row.request), response: Buffer.from(row.response) };
  const { request, response } = joinBodies(kept, parts);
  if (request === kept.request && response === kept.response) return null;
  const call = readCall(JSON.parse(request.toString('utf8')), JSON.parse(response.toString('utf8')));
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
