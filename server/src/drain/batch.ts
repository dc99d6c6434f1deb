/** A batch: a range of journal frames, sorted into what the store and the ledger need. */
import { hash } from 'node:crypto';
import type { Interaction } from '@parley/contract';
import type { Keeping } from '../base/keeping.ts';
import type { LatePart } from '../cluster/late-parts.ts';
import { type Counts, type LedgerDay, noCounts, UNKNOWN_APPLICATION } from '../cluster/ledger.ts';
import { countOf, type Entry, type InteractionHead, readRemains } from '../envelope/journal-entry.ts';
import { damagedFrames } from '../journal/damaged-frames.ts';
import type { Damage, ReadFrame } from '../journal/reader.ts';
import { comparePositions, type Position } from '../journal/segments.ts';
import { NO_SPAN } from '../otel/call-bodies.ts';
import { entriesIn } from '../otel/expand.ts';
import { spanKey } from '../otel/telemetry.ts';
import type { StoredInteraction } from '../store/rows/interaction-row.ts';
import type { StoredOutline } from '../store/rows/outline-row.ts';
import type { StoredScore } from '../store/rows/score-row.ts';
import type { StoredRejection } from '../store/store.ts';
import { joinParts, partOf } from './telemetry-parts.ts';

export type Derive = (head: InteractionHead, request: Buffer, response: Buffer) => Interaction;

/**
 * An interaction before its record is derived, which happens during the insert: thousands of records at once
 * would fill the memory.
 */
export type WaitingInteraction = Omit<StoredInteraction, 'record'> & { head: InteractionHead };

export type Batch = {
  interactions: WaitingInteraction[];
  /** Ids that were not checked against the store at receipt. */
  unverified: string[];
  rejections: StoredRejection[];
  outlines: StoredOutline[];
  scores: StoredScore[];
  /** Late parts of calls that are not in this batch: stored earlier, or not yet received. */
  parts: LatePart[];
  /** Interactions that the ledger has already counted. */
  counted: Set<string>;
  ledger: Map<string, LedgerDay>;
  /**
   * A hash of the batch's content: different batches have different digests, wherever in a journal they are.
   */
  digest: string;
};

/** Frames, and the damaged bytes between them. */
export type FrameRange = { frames: readonly ReadFrame[]; damage: readonly Damage[] };

/** `counted`: the ledger has everything before this position, so that a range read again counts once. */
export function sortBatch({ frames, damage }: FrameRange, counted: Position): Batch {
  const batch: Batch = {
    interactions: [],
    unverified: [],
    rejections: [],
    outlines: [],
    scores: [],
    parts: [],
    counted: new Set(),
    ledger: new Map(),
    digest: '',
  };
  const seen = new Set<string>();
  let receivedAt: number | undefined;
  for (const { entry, position } of entriesOf(frames)) {
    receivedAt ??= entry.head.receivedAt;
    const isCounted = comparePositions(position, counted) < 0;
    const counts = isCounted ? noCounts() : countsFor(batch.ledger, entry.head.appId, entry.head.receivedAt);
    const count = countOf(entry.head);
    counts.received += count;
    if (entry.head.kind === 'ignored') {
      counts.ignored += count;
      const { appId, receivedAt, outlines = [] } = entry.head;
      for (const outline of outlines) batch.outlines.push({ ...outline, appId, receivedAt });
    } else if ('scores' in entry) {
      counts.scores += count;
      const { appId, receivedAt } = entry.head;
      for (const score of entry.scores) batch.scores.push({ ...score, appId, receivedAt });
    } else if ('logs' in entry) {
      counts.ignored += count;
      const { id, appId, receivedAt } = entry.head;
      batch.parts.push({ id, appId, receivedAt, request: NO_SPAN, response: entry.logs });
    } else if (!('request' in entry) && !('payload' in entry)) counts.duplicate += count;
    else if ('payload' in entry) {
      counts.rejected += count;
      const { id, appId, receivedAt, issues } = entry.head;
      const payload = entry.payload.toString('utf8');
      batch.rejections.push({
        id,
        appId,
        receivedAt,
        issues: JSON.stringify(issues),
        payload,
        replayedAs: '',
        version: receivedAt,
      });
    } else if (seen.has(entry.head.id)) {
      counts.duplicate++;
      if (entry.head.envelope.format === 'otel') batch.parts.push(partOf(entry));
    } else {
      const { head, request, response } = entry;
      seen.add(head.id);
      counts.stored++;
      if (!head.verified) batch.unverified.push(head.id);
      if (isCounted) batch.counted.add(head.id);
      batch.interactions.push({ head, request, response });
    }
  }
  batch.parts = joinParts(batch.interactions, batch.parts);
  for (const range of damage) countDamage(batch.ledger, range, counted, receivedAt ?? Date.now());
  const ids = [
    ...idsOf(batch),
    ...batch.rejections.map(({ id }) => id),
    ...batch.outlines.map(spanKey),
    ...batch.scores.map(({ id, version }) => `${id} ${version}`),
  ];
  batch.digest = hash('sha256', ids.join(' '), 'hex').slice(0, 32);
  return batch;
}

function* entriesOf(frames: FrameRange['frames']): Generator<{ entry: Entry; position: Position }> {
  for (const { parts, position } of frames) for (const entry of entriesIn(parts)) yield { entry, position };
}

/**
 * Counts damaged frames as received, since they were acknowledged: for the application and day that their
 * bytes still name.
 */
function countDamage(
  ledger: Batch['ledger'],
  { position: { segment, offset }, bytes }: Damage,
  counted: Position,
  around: number,
): void {
  for (const { start, remains } of damagedFrames(bytes)) {
    if (comparePositions({ segment, offset: offset + start }, counted) < 0) continue;
    const { appId, receivedAt, count } = readRemains(remains);
    const counts = countsFor(ledger, appId ?? UNKNOWN_APPLICATION, receivedAt ?? around);
    counts.received += count;
    counts.damaged += count;
  }
}

/** The rows of a batch, derived one by one. */
export function* rowsOf(
  { interactions }: Batch,
  derive: Derive,
  storedBy: Pick<StoredInteraction, 'node' | 'storedAt'>,
): Generator<StoredInteraction> {
  for (const { head, ...bodies } of interactions) {
    const record = derive(head, bodies.request, bodies.response);
    const { fingerprint, envelope } = head;
    yield {
      ...bodies,
      record,
      ...storedBy,
      ...(fingerprint ? { fingerprint } : {}),
      ...(envelope.provider ? { declaredProvider: envelope.provider } : {}),
    };
  }
}

export function idsOf(batch: Batch): string[] {
  return batch.interactions.map(({ head }) => head.id);
}

/** The sum over all applications of what the ledger counts for this batch, including earlier attempts. */
export function totalOf({ ledger }: Batch, name: keyof Counts): number {
  let total = 0;
  for (const { counts } of ledger.values()) total += counts[name];
  return total;
}

/** Drops interactions that an earlier attempt of this batch has stored. */
export function dropStored(batch: Batch, stored: ReadonlySet<string>): void {
  batch.interactions = batch.interactions.filter(({ head }) => !stored.has(head.id));
}

/**
 * Drops interactions recorded earlier, on another node or before this journal, and counts them as duplicates.
 */
export function dropDuplicates(batch: Batch, known: ReadonlySet<string>): void {
  for (const { head } of batch.interactions) {
    if (!known.has(head.id) || batch.counted.has(head.id)) continue;
    const counts = countsFor(batch.ledger, head.appId, head.receivedAt);
    counts.stored--;
    counts.duplicate++;
  }
  batch.parts.push(
    ...batch.interactions
      .filter(({ head }) => known.has(head.id) && head.envelope.format === 'otel')
      .map(partOf),
  );
  dropStored(batch, known);
}

/** What an application keeps; with a time, of a payload from then, which may have outlived its retention. */
export type KeepingOf = (appId: string, at?: number) => Keeping;

/** Drops what the application does not keep. Repeatable: a later call may keep less, never more. */
export function keepOnly(batch: Batch, keeping: KeepingOf): void {
  batch.interactions = batch.interactions.flatMap((waiting) => {
    const kept = keeping(waiting.head.appId, waiting.head.envelope.requestedAt);
    if (kept === 'nothing') return [];
    return kept === 'numbers' ? { ...waiting, keeping: kept } : waiting;
  });
  batch.rejections = batch.rejections.flatMap((rejection) => {
    const kept = keeping(rejection.appId, rejection.receivedAt);
    if (kept === 'nothing') return [];
    return kept === 'numbers' ? { ...rejection, payload: '' } : rejection;
  });
  batch.outlines = batch.outlines.flatMap((outline) => {
    const kept = keeping(outline.appId, outline.receivedAt);
    if (kept === 'nothing') return [];
    return kept === 'numbers' ? { ...outline, name: '' } : outline;
  });
  batch.scores = batch.scores.flatMap((score) => {
    const kept = keeping(score.appId, score.receivedAt);
    if (kept === 'nothing') return [];
    return kept === 'numbers' ? { ...score, comment: '' } : score;
  });
  batch.parts = batch.parts.filter(({ appId, receivedAt }) => keeping(appId, receivedAt) === 'everything');
  for (const [key, { appId }] of batch.ledger) if (keeping(appId) === 'nothing') batch.ledger.delete(key);
}

function countsFor(ledger: Map<string, LedgerDay>, appId: string, receivedAt: number): Counts {
  const day = new Date(receivedAt).toISOString().slice(0, 10);
  const key = `${day} ${appId}`;
  let entry = ledger.get(key);
  if (!entry) {
    entry = { appId, day, counts: noCounts() };
    ledger.set(key, entry);
  }
  return entry.counts;
}
