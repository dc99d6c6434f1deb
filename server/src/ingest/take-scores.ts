/** Takes scores from parsed JSON to the journal. */
import { type Issue, MAX_SCORES, ScoreInput, type ScoreKind, type ScoreSource } from '@parley/contract';
import { ApiError } from '../base/errors.ts';
import { lastMember } from '../base/member-scan.ts';
import {
  type DeletedScore,
  deletedScore,
  isScoreOf,
  type KeptScore,
  keptScore,
  kindOfValue,
} from '../envelope/score.ts';
import { newId } from '../envelope/uuid.ts';
import type { Application } from './credentials.ts';
import { type Accepted, append, type Ingest, limitRate, received } from './track.ts';

type Kinds = Map<string, ScoreKind>;

/** The kinds of an application's scores, by their names. */
export type ScoreIngest = Ingest & {
  scoreKinds: {
    known(appId: string, names: Iterable<string>): Promise<Kinds>;
    /** Returns what the kinds are: another node may have declared one at the same time. */
    declare(appId: string, kinds: Kinds): Promise<Kinds>;
    /** Whether the application may use so many more names. */
    hasRoom(appId: string, more: number): Promise<boolean>;
  };
};

/** Sent scores: the JSON, and its bytes for a rejection. `defaults` are those of the sender. */
export type SentScores = {
  value: unknown;
  bytes: Uint8Array;
  defaults?: { author?: string; source?: ScoreSource };
  /** Whether a request with an issue is kept as a rejection, as it is when this is absent. */
  keepsRejected?: boolean;
};

/** The ids of the scores. All are taken or none: those with an issue are kept as one rejection. */
export async function takeScores(
  ingest: ScoreIngest,
  application: Application,
  sent: SentScores,
): Promise<string[]> {
  const { value } = sent;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  limitRate(ingest, application, Math.max(1, items.length));
  const { scores, issues } = await readScores(ingest, application, sent);
  if (issues.length > 0 && sent.keepsRejected === false) throw new ApiError('invalid_payload', { issues });
  if (issues.length > 0) return reject(ingest, application, sent.bytes, issues, items.length);
  await keepScores(ingest, application.id, scores);
  return scores.map(({ id }) => id);
}

export type RefusedScore = { score: ScoreInput; message: string };

/** Takes scores each for itself; those whose value is of another kind than their name has are kept as rejections. */
export async function takeEach(
  ingest: ScoreIngest,
  application: Application,
  inputs: readonly ScoreInput[],
): Promise<RefusedScore[]> {
  const receivedAt = ingest.now();
  let taken = inputs.map((input) => {
    const { at = receivedAt, ...rest } = input;
    // Clocks of exporters may be wrong.
    const score = at > receivedAt + MAX_AHEAD_MS ? rest : input;
    return { input: score, score: keptScore(application.id, score, receivedAt) };
  });
  const refused: RefusedScore[] = [];
  for (;;) {
    const scores = taken.map(({ score }) => score);
    const places = taken.map((_, i) => String(i));
    const issues = await kindIssues(ingest, application, { scores, places, valid: true });
    if (issues.length === 0) break;
    const messages = new Map(issues.map(({ path, message }) => [path, message]));
    const messageOf = (i: number) => messages.get('') ?? messages.get(String(i));
    refused.push(
      ...taken.flatMap(({ input }, i) => {
        const message = messageOf(i);
        return message === undefined ? [] : [{ score: input, message }];
      }),
    );
    taken = taken.filter((_, i) => messageOf(i) === undefined);
  }
  const writes: Promise<void>[] = [];
  for (let from = 0; from < taken.length; from += MAX_SCORES) {
    const scores = taken.slice(from, from + MAX_SCORES).map(({ score }) => score);
    writes.push(keepScores(ingest, application.id, scores));
  }
  for (let from = 0; from < refused.length; from += MAX_SCORES) {
    const some = refused.slice(from, from + MAX_SCORES);
    const bytes = Buffer.from(JSON.stringify(some.map(({ score }) => score)));
    const message = some[0]?.message ?? '';
    const issues = [{ path: '', code: 'other_kind', message, count: some.length }];
    writes.push(keepRejection(ingest, application, bytes, issues));
  }
  await Promise.all(writes);
  return refused;
}

/**
 * Replays rejected scores. Null when the bytes are none. `beforeRecording` is awaited once they are known to be valid.
 */
export async function replayScores(
  ingest: ScoreIngest,
  application: Application,
  bytes: Buffer,
  beforeRecording: () => Promise<void>,
): Promise<Accepted | null> {
  const scan = received(bytes).scan;
  if (scan.complete && lastMember(scan.members, 'reconify')) return null;
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  const { scores, issues } = await readScores(ingest, application, { value, bytes });
  const [first] = scores;
  if (issues.length > 0 || !first) throw new ApiError('invalid_payload', { issues });
  await beforeRecording();
  await keepScores(ingest, application.id, scores);
  return { id: first.id, duplicate: false, warnings: [] };
}

/** Which of the applications the score is of, by its id. */
export function ownerOfScore(apps: readonly string[], id: string): string | undefined {
  return apps.find((appId) => isScoreOf(appId, id));
}

/** Resolves when the deletion of a score is on the disk. `at` is that of the score, where it is known. */
export async function deleteScore(
  ingest: Ingest,
  appId: string,
  { at = 0, ...score }: DeletedScore & { at?: number },
): Promise<void> {
  // A score may be from the future by the clock of whoever sent it.
  await keepScores(ingest, appId, [deletedScore(score, Math.max(ingest.now(), at + 1))]);
}

/** Resolves when the scores are on the disk. */
async function keepScores(ingest: Ingest, appId: string, scores: readonly KeptScore[]): Promise<void> {
  const receivedAt = ingest.now();
  const head = { kind: 'scores', id: newId(receivedAt), appId, receivedAt, count: scores.length } as const;
  await append(ingest, head, [Buffer.from(JSON.stringify(scores))]);
}

async function readScores(
  ingest: ScoreIngest,
  application: Application,
  { value, defaults = {} }: SentScores,
): Promise<{ scores: KeptScore[]; issues: Issue[] }> {
  const isList = Array.isArray(value);
  const items: readonly unknown[] = isList ? value : [value];
  if (items.length === 0 || items.length > MAX_SCORES) {
    const message = `Send one score, or an array of 1 to ${MAX_SCORES}, not ${items.length}.`;
    return { scores: [], issues: [{ path: '', code: 'too_many', message }] };
  }
  const receivedAt = ingest.now();
  const scores: KeptScore[] = [];
  const places: string[] = [];
  const issues: Issue[] = [];
  for (const [i, item] of items.entries()) {
    const place = isList ? [i] : [];
    const read = ScoreInput.safeParse(item);
    if (!read.success) {
      for (const { path, code, message } of read.error.issues.slice(0, MAX_ISSUES))
        issues.push({ path: [...place, ...path].join('.'), code, message: `${message}.` });
      continue;
    }
    if ((read.data.at ?? 0) > receivedAt + MAX_AHEAD_MS) {
      const message = 'The score is from the future: "at" is more than a day ahead of the time of receipt.';
      issues.push({ path: [...place, 'at'].join('.'), code: 'too_late', message });
      continue;
    }
    places.push([...place, 'value'].join('.'));
    scores.push(keptScore(application.id, { ...defaults, ...read.data }, receivedAt));
  }
  issues.push(...(await kindIssues(ingest, application, { scores, places, valid: issues.length === 0 })));
  return { scores, issues: issues.slice(0, MAX_ISSUES) };
}

/** Clocks differ; a score from further ahead would win over all that come after it. */
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000;

/** More would not be read. */
const MAX_ISSUES = 100;

/**
 * Scores whose values are of another kind than their names have; `places` has the paths of the values. Declares the
 * kinds of new names, unless the request is rejected.
 */
async function kindIssues(
  { scoreKinds }: ScoreIngest,
  { id: appId }: Application,
  { scores, places, valid }: { scores: readonly KeptScore[]; places: readonly string[]; valid: boolean },
): Promise<Issue[]> {
  const kinds = await scoreKinds.known(appId, new Set(scores.map(({ name }) => name)));
  const declared = new Map<string, ScoreKind>();
  const contradictions = () =>
    scores.flatMap(({ name, value }, i): Issue[] => {
      if (value === null) return [];
      const sent = kindOfValue(value);
      const kind = kinds.get(name) ?? firstOf(declared, name, sent);
      if (kind === sent) return [];
      const message = `The values of "${name}" are ${WORDS[kind]} here, not ${WORDS[sent]}: choose another name.`;
      return [{ path: places[i] ?? '', code: 'other_kind', message }];
    });
  const issues = contradictions();
  if (!valid || issues.length > 0 || declared.size === 0) return issues;
  if (!(await scoreKinds.hasRoom(appId, declared.size))) {
    const message = 'The application has too many names of scores already.';
    return [{ path: '', code: 'too_many_names', message }];
  }
  for (const [name, kind] of await scoreKinds.declare(appId, declared)) kinds.set(name, kind);
  return contradictions();
}

/** The value of a key, which is `value` if it had none. */
function firstOf<T>(map: Map<string, T>, key: string, value: T): T {
  const known = map.get(key) ?? value;
  map.set(key, known);
  return known;
}

const WORDS: Readonly<Record<ScoreKind, string>> = { number: 'numbers', boolean: 'booleans', text: 'words' };

async function reject(
  ingest: Ingest,
  application: Application,
  bytes: Uint8Array,
  issues: Issue[],
  count: number,
): Promise<never> {
  // The first issue stands for all scores of the request, so that the ledger counts each.
  const counted = issues.map((issue, i) => (i === 0 && count > 1 ? { ...issue, count } : issue));
  await keepRejection(ingest, application, bytes, counted);
  throw new ApiError('invalid_payload', { issues });
}

async function keepRejection(
  ingest: Ingest,
  { id: appId }: Application,
  bytes: Uint8Array,
  issues: Issue[],
): Promise<void> {
  const receivedAt = ingest.now();
  await append(ingest, { kind: 'rejection', id: newId(receivedAt), appId, receivedAt, issues }, [bytes]);
}
