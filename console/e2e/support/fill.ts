/** A server that has been in use: some of what `npm run demo` makes, and what the tests know of it. */

import { type MadeApplication, makeApplications } from '../../../scripts/demo/owner.ts';
import { send } from '../../../scripts/demo/send.ts';
import { drained } from '../../../scripts/demo/start-parley.ts';
import { APPLICATIONS } from '../../../server/src/sample/applications.ts';
import { generate, type Post } from '../../../server/src/sample/generate.ts';
import type { Payload } from '../../../server/src/sample/payload.ts';
import { PASSWORD, Browser as Person } from '../../../server/test/support/browser.ts';
import type { TestServer } from '../../../server/test/support/server-process.ts';

export type Filled = {
  owner: Person;
  /** The one that most is sent to. */
  application: MadeApplication;
  /** What was sent to it and stored. */
  stored: Payload[];
};

export async function fill(server: TestServer, interactions: number): Promise<Filled> {
  const email = 'ann@example.com';
  const owner = await new Person(server).signUp(email, { name: 'Ann' });
  const names = APPLICATIONS.map(({ name }) => name);
  const made = await makeApplications(server.url, { email, password: PASSWORD }, names);
  const [application] = made;
  if (!application) throw new Error('There is no application.');
  const until = Date.now();
  const posts = [...generate({ seed: 1, interactions, days: 14, until }), ...someFail(until)];
  const keys = new Map(made.map((one) => [one.name, one.keys]));
  await send(
    server.url,
    posts,
    (name) => keys.get(name) ?? application.keys,
    () => {},
  );
  await drained(server.url, () => {});
  const stored = posts.flatMap((post) =>
    post.application === application.name && post.expect === 'stored' ? [post.payload] : [],
  );
  return { owner, application, stored };
}

/** So few posts may have none that the upstream failed at, and none that is refused. */
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
