/** Scores as the journal and the store keep them. */
import {
  SCORE_TARGETS,
  type ScoreInput,
  type ScoreKind,
  type ScoreSource,
  type ScoreTarget,
} from '@parley/contract';
import { derivedId, digestOf } from './uuid.ts';

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

/** A deletion of a stored score. */
export function deletedScore(
  score: Omit<KeptScore, 'value' | 'comment' | 'at' | 'version'>,
  at: number,
): KeptScore {
  return { ...score, value: null, comment: '', at, version: versionOf(at, nextOrder(at)) };
}

export function kindOfValue(value: number | boolean | string): ScoreKind {
  return typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';
}

function scoreId(appId: string, naming: readonly string[]): string {
  return derivedId(`score ${appId}`, digestOf(JSON.stringify(naming)));
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
