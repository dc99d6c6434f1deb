/** Generates all posts in order of time; the same seed and period give the same posts. */
import type { Labels } from '@parley/contract';
import { APPLICATIONS, type Application } from './applications.ts';
import { type BrokenPayload, brokenPayload } from './broken-payload.ts';
import { fillBlanks } from './conversations/blanks.ts';
import type { ApplicationName } from './conversations/conversation.ts';
import { writeExchange } from './formats/sample-formats.ts';
import { labelsOf } from './labels.ts';
import { MODELS } from './models.ts';
import type { Payload } from './payload.ts';
import { makePeople, type Person, type User } from './people.ts';
import { type Random, randomNumbers } from './random.ts';
import { makeRhythm, type Rhythm } from './rhythm.ts';
import { type Call, callsOf } from './visit.ts';

export type Options = { seed: number; interactions: number; days: number; until: number };

/** A post and its expected result. */
export type Post = { application: ApplicationName; at: number } & (
  | { expect: 'stored' | 'duplicate'; payload: Payload }
  | { expect: 'rejected'; payload: BrokenPayload }
);

/** Average number of interactions per person. */
const PER_PERSON = 22;
const DUPLICATE_SHARE = 0.006;
const BROKEN_SHARE = 0.005;

/** `interactions` is the number of stored interactions; duplicates and rejected payloads are additional. */
export function generate({ seed, interactions, days, until }: Options): Post[] {
  const random = randomNumbers(seed);
  const people = makePeople(Math.max(3, Math.ceil(interactions / PER_PERSON)), random);
  const rhythms = new Map(APPLICATIONS.map((app) => [app, makeRhythm({ until, days }, app.weekend)]));
  const stored: Post[] = [];
  const extras: Post[] = [];
  for (let visit = 0; stored.length < interactions; visit++) {
    const app = chooseApplication(random);
    const rhythm = rhythms.get(app);
    if (!rhythm) break;
    for (const post of visitOf(app, rhythm, people, visit, random)) {
      // Drops exchanges whose response would be in the future.
      if (post.payload.timestamps.response > until || stored.length === interactions) break;
      stored.push({ ...post, expect: 'stored' });
      if (random.next() < DUPLICATE_SHARE) extras.push({ ...post, at: post.at + 1, expect: 'duplicate' });
      if (random.next() < BROKEN_SHARE) {
        extras.push({ ...post, payload: brokenPayload(post.payload, random), expect: 'rejected' });
      }
    }
  }
  return [...stored, ...extras].sort((a, b) => a.at - b.at);
}

type Made = { application: ApplicationName; at: number; payload: Payload };

function visitOf(app: Application, rhythm: Rhythm, people: Person[], number: number, random: Random): Made[] {
  const person = choosePerson(people, random);
  const conversations = app.conversations.filter(({ language }) => language === person.language);
  const template = conversations[random.below(conversations.length)] ?? random.pick(app.conversations);
  const calls = callsOf(
    {
      start: rhythm.moment(random),
      system: app.system,
      model: random.pick(MODELS[app.name]),
      conversation: fillBlanks(template, random),
      rhythm,
      traced: app.traces,
    },
    random,
  );
  const user = random.next() < app.anonymous ? undefined : person.user;
  // Some clients name the session after the user and reuse the name for many visits.
  const lasting = user?.userId !== undefined && random.next() < 0.25;
  const session = lasting
    ? `${app.sessions}-${user.userId}`
    : `${app.sessions}-${(40_000 + number).toString(36)}`;
  const around: Around = {
    app,
    user,
    session: random.next() < 0.94 ? session : undefined,
    labels: labelsOf(app, person, random),
  };
  return calls.map((call) => ({
    application: app.name,
    at: call.respondedAt,
    payload: payloadOf(call, around),
  }));
}

type Around = {
  app: Application;
  user: User | undefined;
  session: string | undefined;
  labels: Labels;
};

function payloadOf(call: Call, { app, user, session, labels }: Around): Payload {
  const { exchange, respondedAt, firstTokenAt, trace } = call;
  const { type, request, response } = writeExchange(exchange);
  const firstToken = app.streams && firstTokenAt !== undefined ? { firstToken: firstTokenAt } : {};
  return {
    reconify: { format: exchange.model.format, type, version: '3.1.0' },
    timestamps: { request: exchange.at, response: respondedAt, ...firstToken },
    ...(session ? { session } : {}),
    ...(session && app.name === 'Code review bot' ? { sessionTimeout: 60 } : {}),
    ...(user ? { user } : {}),
    labels,
    ...(trace ? { trace } : {}),
    request,
    response,
  };
}

function chooseApplication(random: Random): Application {
  let rest = random.next();
  for (const app of APPLICATIONS) {
    rest -= app.share;
    if (rest < 0) return app;
  }
  return APPLICATIONS[0];
}

/** A few users visit all the time, most only now and then. */
function choosePerson(people: Person[], random: Random): Person {
  const chosen = people[Math.floor(random.next() ** 2.2 * people.length)];
  if (!chosen) throw new Error('There is nobody.');
  return chosen;
}
