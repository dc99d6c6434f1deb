/**
 * Joins late parts to interactions that are already stored. It can be interrupted and repeated at any time: a
 * part stays in the metadata until its interaction has it, and joining it twice changes nothing.
 *
 * A part that arrives before its call is joined by the drain when the call is stored. So a part is looked at
 * here on arrival, for a call that is already stored, and then ever more rarely, for one that another node
 * stored meanwhile: parts whose call never arrives cost next to nothing.
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
import type { SeenPrompts } from './seen-prompts.ts';
import { joinBodies } from './telemetry-parts.ts';

export type JoinOptions = {
  db: Kysely<Tables>;
  rows: Pick<ReplacedRows, 'read' | 'replace'>;
  price: Price;
  /** What it learns is saved with the next batch of the drain. */
  prompts: Pick<SeenPrompts, 'lookUp' | 'promptOf'>;
  now: () => number;
};

/**
 * Limits of one pass, so that parts that arrive meanwhile do not wait for long. One mutation writes its
 * changes.
 */
const PAGE = { calls: 500, bytes: 32 * 1024 * 1024 };
const LOOK_DELAYS = { firstMs: 20_000, mostMs: 6 * 60 * 60_000 };
/** If this many pages of a pass fail, the cause is not in their parts. */
const MAX_FAILED_PAGES = 3;

/**
 * Returns the number of interactions that were extended. Pages that fail do not hold up the others; in the
 * end it throws.
 */
export async function joinLateParts({ db, rows, price, prompts, now }: JoinOptions): Promise<number> {
  let joined = 0;
  const due = await dueLateParts(db, now(), PAGE.calls);
  await settleAll(pagesOf(due), joinPage, MAX_FAILED_PAGES);
  return joined;

  async function joinPage(page: readonly DueParts[]): Promise<void> {
    let failed = page;
    try {
      const stored = await rows.read([...new Set(page.flatMap(({ calls }) => calls))]);
      const found = new Set(stored.map(({ id }) => id));
      await prompts.lookUp(stored.map(({ appId }) => appId));
      failed = having(page, found);
      const parts = Map.groupBy(await readLateParts(db, [...found]), ({ id }) => id);
      const changed: StoredInteraction[] = [];
      const unreadable = new Map<string, unknown>();
      for (const row of stored) {
        try {
          const whole = joinedRow(row, parts.get(row.id) ?? [], price, prompts);
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
    return Math.round(now() + waitAfter(looks, LOOK_DELAYS));
  }
}

/** The bundles with parts of one of these calls. */
function having(page: readonly DueParts[], ids: { has: (id: string) => boolean }): DueParts[] {
  return page.filter(({ calls }) => calls.some((id) => ids.has(id)));
}

/** Bundles that failed are retried in ever smaller pages, so that a part that always fails ends up alone. */
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

/** Null if the parts contain nothing new. */
function joinedRow(
  row: KeptRow,
  parts: readonly LatePart[],
  price: Price,
  prompts: JoinOptions['prompts'],
): StoredInteraction | null {
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
    // Rows are sorted by the time of the request, so it must not change.
    envelope: { ...envelope, requestedAt },
    warnings,
    verified: true,
  };
  const record = deriveInteraction(head, request, response, price, undefined, (app, of, at) =>
    prompts.promptOf(app, of, at),
  );
  return { record, request, response };
}
