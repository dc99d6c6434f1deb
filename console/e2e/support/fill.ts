/** A server in use: a part of the data of `npm run demo`, with what the tests need to know about it. */

import { APPLICATIONS } from '@parley/sample/applications';
import { generate, type Post } from '@parley/sample/generate';
import type { Payload } from '@parley/sample/payload';
import { scoresOf } from '@parley/sample/scores';
import { type MadeApplication, makeApplications } from '../../../scripts/demo/owner.ts';
import { send, sendScores } from '../../../scripts/demo/send.ts';
import { drained } from '../../../scripts/demo/start-parley.ts';
import { PASSWORD, Browser as Person } from '../../../server/test/support/browser.ts';
import { eventually } from '../../../server/test/support/eventually.ts';
import type { TestServer } from '../../../server/test/support/server-process.ts';

export type Filled = {
  owner: Person;
  /** The application with the most interactions. */
  application: MadeApplication;
  /** The payloads that were stored for it. */
  stored: Payload[];
};

/**
 * End of the generated period; the posts are then shifted to now. Generating up to now would change the data
 * on each run.
 */
const WRITTEN_UNTIL = Date.UTC(2026, 2, 11, 15);

const SEED = 1;
const EXPLAINED_MS = 120_000;

export async function fill(server: TestServer, interactions: number): Promise<Filled> {
  const now = Date.now();
  const generated = generate({ seed: SEED, interactions, days: 14, until: WRITTEN_UNTIL });
  const posts = [...generated.map((post) => later(post, now - WRITTEN_UNTIL)), ...someFail(now)];
  const { owner, application } = await fillWith(server, posts);
  const stored = posts.flatMap((post) =>
    post.application === application.name && post.expect === 'stored' ? [post.payload] : [],
  );
  return { owner, application, stored };
}

/** Makes the sample's applications and stores these posts; the first application is returned. */
export async function fillWith(server: TestServer, posts: readonly Post[]): Promise<Omit<Filled, 'stored'>> {
  const email = 'ann@example.com';
  const owner = await new Person(server).signUp(email, { name: 'Ann' });
  const names = APPLICATIONS.map(({ name }) => name);
  const made = await makeApplications(server.url, { email, password: PASSWORD }, names);
  const [application] = made;
  if (!application) throw new Error('There is no application.');
  const keys = new Map(made.map((one) => [one.name, one.keys]));
  const keysOf = (name: string) => keys.get(name) ?? application.keys;
  await send(server.url, posts, keysOf, () => {});
  await sendScores(server.url, scoresOf(posts, SEED, Date.now()), keysOf);
  await drained(server.url, () => {});
  return { owner, application };
}

/** Shifts a post in time. Rejected posts show no time of their own, and stay unchanged. */
function later(post: Post, ms: number): Post {
  if (post.expect === 'rejected') return post;
  const { request, response, firstToken } = post.payload.timestamps;
  const timestamps = {
    request: request + ms,
    response: response + ms,
    ...(firstToken === undefined ? {} : { firstToken: firstToken + ms }),
  };
  return { ...post, at: post.at + ms, payload: { ...post.payload, timestamps } };
}

/** Posts that fail upstream or are rejected, which a small sample may lack. */
function someFail(at: number): Post[] {
  const [{ name: application }] = APPLICATIONS;
  const payload: Payload = {
    reconify: { format: 'openai', type: 'chat', version: '3.1.0' },
    timestamps: { request: at - 90_000, response: at - 60_000 },
    session: 'that-failed',
    request: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Is this thing on?' }] },
    response: { error: { type: 'server_error', code: null, message: 'The server had an error.' } },
  };
  return [
    { application, at, expect: 'stored', payload },
    {
      application,
      at,
      expect: 'rejected',
      payload: { ...payload, reconify: { ...payload.reconify, format: 'telegram' } },
    },
  ];
}

/** Waits for the first explanation of an engine: it takes longer than any other, and a page would show its time limit. */
export async function explained(owner: Person, app: string): Promise<void> {
  const body = { measure: 'costUsd', filters: { app } };
  const isAnswered = async () => (await owner.post('/v1/explain', body)).status === 200;
  await eventually('the engine has explained something', isAnswered, EXPLAINED_MS);
}
