/** Scores of sample interactions: what users, a judge and reviewers might have said. */
import type { ScoreSource } from '@parley/contract';
import type { ApplicationName } from './conversations/conversation.ts';
import type { Post } from './generate.ts';
import type { Payload } from './payload.ts';
import { type Random, randomNumbers } from './random.ts';

export type SampleScore = {
  name: string;
  value: number | boolean | string;
  comment?: string;
  author?: string;
  source: ScoreSource;
  at: number;
} & ({ upstreamId: string } | { session: string });

export type ScoredPost = { application: ApplicationName; score: SampleScore };

const MINUTE = 60_000;
/** Shares of interactions; most users say nothing. */
const THUMBED = 0.12;
const JUDGED = 0.2;
const REVIEWED = 0.03;
const SESSIONS_SCORED = 0.08;
const UP = 0.82;
/** Share of thumbs that come with a comment. */
const COMMENTED = 0.25;

const PRAISE = ['Exactly what I needed.', 'Quick and clear, thank you!', 'Solved it in one go.'];
const COMPLAINTS = [
  'That is not what I asked.',
  'The date is wrong.',
  'Too long, and the answer comes last.',
  'It promised a refund that I never got.',
];
const NOTES = ['Good example of a handover.', 'Should have looked up the order first.', 'Tone is too stiff.'];
const TOPICS = ['order', 'order', 'refund', 'delivery', 'other'];

/**
 * The same posts and seed give the same scores. What would be said after `until` is
 * left out.
 */
export function scoresOf(posts: readonly Post[], seed: number, until: number): ScoredPost[] {
  const random = randomNumbers(seed + 1_000_003);
  const sessions = new Set<string>();
  return posts.flatMap((post) => {
    if (post.expect !== 'stored') return [];
    const { application, payload } = post;
    const scores = [...ofInteraction(payload, random), ...ofSession(payload, sessions, random)];
    return scores.filter(({ at }) => at <= until).map((score) => ({ application, score }));
  });
}

function ofInteraction({ response, user, timestamps }: Payload, random: Random): SampleScore[] {
  const upstreamId = idOf(response);
  if (upstreamId === null) return [];
  const about = (minutes: number) => ({ upstreamId, at: timestamps.response + Math.round(minutes * MINUTE) });
  const author = user?.userId === undefined ? {} : { author: user.userId };
  const scores: SampleScore[] = [];
  if (random.next() < THUMBED) {
    const value = random.next() < UP;
    const comment = random.next() < COMMENTED ? { comment: random.pick(value ? PRAISE : COMPLAINTS) } : {};
    scores.push({ ...about(0.5), name: 'thumbs', value, ...comment, ...author, source: 'user' });
  }
  if (random.next() < JUDGED) {
    // Most are good; a few are not.
    const value = Math.round(100 * (1 - random.next() ** 3 * 0.8)) / 100;
    const comment = value < 0.5 ? { comment: 'The answer names facts that no tool returned.' } : {};
    scores.push({
      ...about(1),
      name: 'faithfulness',
      value,
      ...comment,
      author: 'nightly judge',
      source: 'judge',
    });
  }
  if (random.next() < REVIEWED) {
    const text = random.pick(NOTES);
    const said = { value: text, comment: text, author: 'lena@example.com' };
    scores.push({ ...about(30), name: 'comment', ...said, source: 'review' });
  }
  return scores;
}

function ofSession({ session, timestamps }: Payload, seen: Set<string>, random: Random): SampleScore[] {
  if (session === undefined || seen.has(session)) return [];
  seen.add(session);
  if (random.next() >= SESSIONS_SCORED) return [];
  const about = { session, at: timestamps.response + 20 * MINUTE, author: 'lena@example.com' } as const;
  const source = 'review' as const;
  return [
    { ...about, name: 'topic', value: random.pick(TOPICS), source },
    ...(random.next() < 0.5 ? [{ ...about, name: 'thumbs', value: random.next() < UP, source }] : []),
  ];
}

/** The id that the upstream gave the response; failed calls and some formats have none. */
function idOf(response: unknown): string | null {
  const { id, error } = Object(response);
  return typeof id === 'string' && id !== '' && !error ? id : null;
}
