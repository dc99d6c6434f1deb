/** Scores as the journal and the store keep them. */
import {
  SCORE_TARGETS,
  type ScoreInput,
  type ScoreKind,
  type ScoreSource,
  type ScoreTarget,
} from '@parley/contract';
import { evictOldest } from '../base/evict-oldest.ts';
import { derivedId, digestOf, isDerivedId } from './uuid.ts';

export type KeptScore = {
  /** Derived from what names the score: of several scores with one id, the one with the highest version counts. */
  id: string;
  targetType: ScoreTarget;
  target: string;
  name: string;
  /** Null deletes the score. */
  value: number | boolean | string | null;
  comment: string;
  author: string;
  source: ScoreSource;
  /** Milliseconds since 1970. */
  at: number;
  /** A decimal UInt64: the time, and what decides between scores of one millisecond. */
  version: string;
};

export function keptScore(appId: string, input: ScoreInput, receivedAt: number): KeptScore {
  const { name, value, comment = '', author = '', source = 'api' } = input;
  const targetType = SCORE_TARGETS.find((type) => input[type] !== undefined) ?? 'interaction';
  const named = input[targetType] ?? '';
  const target = targetType === 'interaction' ? named.toLowerCase() : named;
  const id = scoreId(
    appId,
    input.id === undefined ? ['by', targetType, target, name, author] : ['id', input.id],
  );
  const said = { targetType, target, name, value, comment, author, source };
  // The same score sent again has the same version, whichever node receives it.
  const order = input.at === undefined ? nextOrder(receivedAt) : orderOf(JSON.stringify(said));
  const at = input.at ?? receivedAt;
  return { id, ...said, at, version: versionOf(at, order) };
}

/** What a deletion says of the score: all that names it, or its id alone. */
export type DeletedScore = Pick<KeptScore, 'id'> &
  Partial<Pick<KeptScore, 'targetType' | 'target' | 'name' | 'author' | 'source'>>;

export function deletedScore(score: DeletedScore, at: number): KeptScore {
  const unknown = { targetType: 'interaction', target: '', name: '', author: '', source: 'api' } as const;
  return { ...unknown, ...score, value: null, comment: '', at, version: versionOf(at, nextOrder(at)) };
}

export function kindOfValue(value: number | boolean | string): ScoreKind {
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';
}

/**
 * The id says which application the score is of: a score that is only in a journal, here or on another node, can be
 * deleted by its id, and other ids are known to be none.
 */
function scoreId(appId: string, naming: readonly string[]): string {
  const derived = derivedId(`score ${appId}`, digestOf(JSON.stringify(naming)));
  return ownersPart(appId) + derived.slice(OWNERS_DIGITS);
}

export function isScoreOf(appId: string, id: string): boolean {
  return isDerivedId(id) && id.toLowerCase().startsWith(ownersPart(appId));
}

/** The first group of a UUID. Of the other digits, 90 bits differ from score to score. */
const OWNERS_DIGITS = 8;

const MAX_OWNERS = 1000;
const ownersParts = new Map<string, string>();

function ownersPart(appId: string): string {
  let part = ownersParts.get(appId);
  if (part === undefined) {
    part = digestOf(`scores of ${appId}`).slice(0, OWNERS_DIGITS);
    ownersParts.set(appId, part);
    evictOldest(ownersParts, MAX_OWNERS);
  }
  return part;
}

const ORDER_BITS = 22n;
const ORDERS = 2 ** Number(ORDER_BITS);

function versionOf(at: number, order: number): string {
  return String((BigInt(at) << ORDER_BITS) | BigInt(order));
}

function orderOf(content: string): number {
  return Number.parseInt(digestOf(content).slice(0, 6), 16) % ORDERS;
}

let latest = { at: 0, order: 0 };

/** Scores of one process that came in the same millisecond keep their order. */
function nextOrder(at: number): number {
  latest = at === latest.at ? { at, order: (latest.order + 1) % ORDERS } : { at, order: 0 };
  return latest.order;
}
