/** Random scores that replace, delete and move each other, and what remains of them in whatever order they come. */
import type { Score, ScoreInput } from '@parley/contract';
import { randomNumbers } from '@parley/sample/random';
import { keptScore } from '../../src/envelope/score.ts';

/** Few targets, names, authors, ids and times, so that many scores replace, delete and move others. */
export function randomScores(count: number, seed: number, now: number): ScoreInput[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () => ({
    ...random.pick([{ upstreamId: 'up-1' }, { upstreamId: 'up-2' }, { session: 's1' }, { user: 'ann' }]),
    name: random.pick(['stars', 'stars', 'helpful']),
    value: random.pick([1, 2, 3, 4, null]),
    ...random.pick([{}, { author: 'ann' }, { author: 'bob' }]),
    ...random.pick([{}, {}, { id: 'mine' }, { id: 'other' }]),
    at: now + random.below(20),
  }));
}

export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = randomNumbers(seed);
  const left = [...items];
  return items.flatMap(() => left.splice(random.below(left.length), 1));
}

/** A score without what differs between applications. */
export function plainScore({ id, appId, receivedAt, ...score }: Score): string {
  return JSON.stringify(score);
}

/** What remains: of each name the newest, by time and then by what the store compares. */
export function remainingScores(appId: string, inputs: readonly ScoreInput[]): string[] {
  const newest = new Map<string, { version: bigint; text: string | null }>();
  for (const input of inputs) {
    const kept = keptScore(appId, input, 0);
    const { id, targetType, target, name, value, comment, author, source, at } = kept;
    const version = BigInt(kept.version);
    if ((newest.get(id)?.version ?? -1n) >= version) continue;
    const score = {
      [targetType]: target,
      name,
      value,
      comment: comment || null,
      author: author || null,
      source,
      at: new Date(at).toISOString(),
    };
    newest.set(id, { version, text: value === null ? null : JSON.stringify(score) });
  }
  return [...newest.values()].flatMap(({ text }) => text ?? []).toSorted();
}
