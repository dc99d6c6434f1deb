/**
 * Data with planted causes, for tasks that a person solves in the console: why the cost doubled, whom a failure
 * hit, which model to drop for a feature, and what the assistant said.
 */
import type { Post } from '@parley/sample/generate';
import { randomNumbers } from '@parley/sample/random';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const DAYS = 14;
/** The cost rises this long before the end. */
export const RISE_MS = 7 * DAY;

/** The word that every system prompt contains, many people say, and the assistant says in few conversations. */
export const WORD = 'refund';
export const SAID_BY_ASSISTANT = 3;
/** Calls of this feature get longer prompts from `RISE_MS` on, whoever makes them. */
export const RISEN_FEATURE = 'summary';
/** Slow, expensive and failing in one feature; as good as the others elsewhere. */
export const BAD_MODEL = 'mistral-large-latest';
export const BAD_FEATURE = 'search';
export const FAILED_PERSON = {
  userId: 'acme-17',
  email: 'maria@acme.example',
  firstName: 'Maria',
  lastName: 'Olsen',
};
export const FAILURE = { type: 'invalid_request_error', code: 'context_length_exceeded' };
/** The newest failures, within the last hour. */
export const LATEST_FAILURE = { type: 'server_error', code: 'upstream_timeout' };
export const LATEST_FAILURES = 4;

const FEATURES = ['chat', RISEN_FEATURE, BAD_FEATURE];
const MODELS = ['gpt-4o', 'gpt-4o-mini', BAD_MODEL];
const PEOPLE = Array.from({ length: 24 }, (_, i) => ({ userId: `u-${i}`, email: `person${i}@example.com` }));
const SYSTEM = `You are the assistant of a shop. Follow the ${WORD} policy. Be brief.`;

type Call = {
  at: number;
  model: string;
  feature: string;
  user: (typeof PEOPLE)[number];
  session: string;
  says: string;
  answer: string;
  tokens: { input: number; output: number };
  latencyMs: number;
  error?: { type: string; code: string; message: string };
};

/** `count` calls that end at `until`, the same for each seed. */
export function plantedPosts(
  application: Post['application'],
  count: number,
  until: number,
  seed = 1,
): Post[] {
  const random = randomNumbers(seed);
  const posts: Post[] = [];
  for (let i = 0; i < count; i++) {
    const at = until - HOUR - Math.round(((count - i) / count) * (DAYS * DAY - HOUR));
    const [model, feature] = [random.pick(MODELS), random.pick(FEATURES)];
    const isRisen = feature === RISEN_FEATURE && at >= until - RISE_MS;
    const isBad = model === BAD_MODEL && feature === BAD_FEATURE;
    const base = 600 + random.below(300);
    posts.push(
      postOf(application, {
        at,
        model,
        feature,
        user: random.pick(PEOPLE),
        session: `visit-${i}`,
        says: random.below(3) === 0 ? `How do I get a ${WORD}?` : `Where is order ${1000 + i}?`,
        answer: `Order ${1000 + i} is on its way.`,
        tokens: { input: isRisen ? base * 6 : base, output: 80 + random.below(60) },
        latencyMs: (isBad ? 6000 : 900) + random.below(500),
        ...(isBad && random.below(3) > 0
          ? { error: { ...LATEST_FAILURE, message: 'The model timed out.' } }
          : {}),
      }),
    );
  }
  const plain = { model: 'gpt-4o', feature: 'chat', tokens: { input: 700, output: 90 }, latencyMs: 1000 };
  for (let i = 0; i < SAID_BY_ASSISTANT; i++) {
    const session = `promise-${i}`;
    const user = random.pick(PEOPLE);
    const at = until - (30 + i) * HOUR;
    const answer = `I have sent you the ${WORD} of order ${i}.`;
    posts.push(
      postOf(application, { ...plain, at, user, session, says: 'The parcel was empty.', answer }),
      // A later turn repeats the history.
      postOf(
        application,
        { ...plain, at: at + MINUTE, user, session, says: 'Thank you!', answer: 'You are welcome.' },
        [
          { role: 'user', content: 'The parcel was empty.' },
          { role: 'assistant', content: answer },
        ],
      ),
    );
  }
  for (let i = 0; i < 3; i++) {
    const at = until - 20 * HOUR + i * MINUTE;
    const error = { ...FAILURE, message: 'This conversation is longer than the model can read.' };
    posts.push(
      postOf(application, {
        ...plain,
        at,
        user: FAILED_PERSON,
        session: 'acme-long',
        says: 'Read all of it.',
        answer: '',
        error,
      }),
    );
  }
  for (let i = 0; i < LATEST_FAILURES; i++) {
    const at = until - (25 - i) * MINUTE;
    const error = { ...LATEST_FAILURE, message: 'The model timed out.' };
    const user = random.pick(PEOPLE);
    posts.push(
      postOf(application, {
        ...plain,
        at,
        user,
        session: `late-${i}`,
        says: 'Are you there?',
        answer: '',
        latencyMs: 30_000,
        error,
      }),
    );
  }
  return posts;
}

function postOf(application: Post['application'], call: Call, history: object[] = []): Post {
  const { at, model, feature, user, session, says, answer, tokens, latencyMs, error } = call;
  const format = model === BAD_MODEL ? 'mistral' : 'openai';
  const usage = {
    prompt_tokens: tokens.input,
    completion_tokens: tokens.output,
    total_tokens: tokens.input + tokens.output,
  };
  return {
    application,
    at,
    expect: 'stored',
    payload: {
      reconify: { format, type: 'chat', version: '3.1.0' },
      timestamps: { request: at, response: at + latencyMs },
      session,
      user,
      labels: { feature },
      request: {
        model,
        messages: [{ role: 'system', content: SYSTEM }, ...history, { role: 'user', content: says }],
      },
      response: error
        ? { error }
        : {
            id: `chatcmpl-${session}-${at}`,
            object: 'chat.completion',
            model,
            choices: [{ index: 0, message: { role: 'assistant', content: answer }, finish_reason: 'stop' }],
            usage,
          },
    },
  };
}
