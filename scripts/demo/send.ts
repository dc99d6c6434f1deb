/** Posts payloads as clients would: several at a time, with retries when the server is busy. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from '@parley/sample/generate';
import type { ScoredPost } from '@parley/sample/scores';
import { withKeys } from '@parley/sample/with-keys';
import type { Keys } from './owner.ts';

/** Enough that posts share a sync of the journal. */
const AT_ONCE = 8;
/** Seconds after which a busy server counts as broken. */
const ATTEMPTS = 60;
const STATUS = { stored: 200, duplicate: 200, rejected: 422 };

export async function send(
  url: string,
  posts: readonly Post[],
  keysOf: (application: string) => Keys,
  onSent: (count: number) => void,
): Promise<void> {
  const waiting = posts.entries();
  let sent = 0;
  const client = async () => {
    // The senders share the iterator, so each post is sent once.
    for (const [, post] of waiting) {
      await sendOne(`${url}/track`, post, keysOf(post.application));
      sent += 1;
      onSent(sent);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

async function sendOne(address: string, post: Post, keys: Keys): Promise<void> {
  const body = JSON.stringify(withKeys(post.payload, keys));
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    const text = await response.text();
    if (response.status === STATUS[post.expect]) return;
    const busy = response.status === 503 || response.status === 429;
    if (!busy || attempt === ATTEMPTS) {
      throw new Error(`A payload that should be ${post.expect} was answered ${response.status}: ${text}`);
    }
    await sleep(1000 * Number(response.headers.get('Retry-After') ?? 1));
  }
}

/** Scores of one application that one request may have. */
const SCORES_AT_ONCE = 500;

/** Sends the scores of each application. */
export async function sendScores(
  url: string,
  scored: readonly ScoredPost[],
  keysOf: (application: string) => Keys,
): Promise<void> {
  for (const [application, some] of Map.groupBy(scored, (one) => one.application)) {
    const { appKey, apiKey } = keysOf(application);
    for (let from = 0; from < some.length; from += SCORES_AT_ONCE) {
      const scores = some.slice(from, from + SCORES_AT_ONCE).map(({ score }) => score);
      const response = await fetch(`${url}/v1/scores`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'x-parley-app-key': appKey,
          'x-parley-api-key': apiKey,
        },
        body: JSON.stringify(scores),
      });
      if (!response.ok) throw new Error(`Scores were answered ${response.status}: ${await response.text()}`);
    }
  }
}
