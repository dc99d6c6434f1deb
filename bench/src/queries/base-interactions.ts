/**
 * The interactions of one believable day, from which the engine makes many days: conversations of one to
 * twenty turns with minutes between them, a few users who ask often and many who ask once, some anonymous,
 * with answers of every kind. Derived by the server's own code.
 */

import { type Random, randomNumbers } from '@parley/sample/random';
import type { InteractionHead, Person } from '../../../server/src/envelope/journal-entry.ts';
import { newId } from '../../../server/src/envelope/uuid.ts';
import { priceWith } from '../../../server/src/prices/price.ts';
import { deriveInteraction } from '../../../server/src/record/derive.ts';
import type { StoredInteraction } from '../../../server/src/store/rows/interaction-row.ts';
import { type Ending, type Turn, UPSTREAMS, type Upstream } from './exchange.ts';
import { type Language, makeLanguage, zipf } from './made-up-language.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Characters of a question, of an answer, and of the system prompt. Models keep no state: most clients send
 * the conversation again with every question, up to a limit.
 */
type Sizes = { question: number; answer: number; system: number; withHistory: number; withDocument: number };

const USUAL: Sizes = { question: 250, answer: 700, system: 2_000, withHistory: 0.8, withDocument: 0.003 };
/** About 1 KB in all. */
const SMALL: Sizes = { question: 100, answer: 200, system: 120, withHistory: 0, withDocument: 0 };
/** Standard deviation of the logarithm: one in a hundred texts is six times as long as the median. */
const SPREAD = 0.8;
/** A document as part of the question. */
const DOCUMENT = { from: 40_000, to: 200_000 };
const HISTORY = 12_000;

/** Traffic from 0:00 to 23:00. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 7, 12, 16, 18, 18, 14, 15, 17, 17, 16, 14, 10, 8, 7, 6, 4, 3].map(
  (weight, hour) => [hour, weight] as const,
);

const ENDINGS: readonly [Ending, number][] = [
  ['stop', 85],
  ['tools', 8],
  ['length', 3.5],
  ['error', 2.5],
  ['blocked', 1],
];

const SHARES: readonly [Upstream, number][] = [
  ['openai', 55],
  ['anthropic', 25],
  ['gemini', 15],
  ['mistral', 5],
];

export type BaseInteraction = {
  stored: StoredInteraction;
  /** Interactions that stay together: a session, or one interaction without one. */
  together: number;
};

export class BaseInteractions {
  readonly language: Language;
  readonly #sizes: Sizes;
  readonly #random: Random;
  readonly #midnight: number;
  readonly #systems: readonly string[];
  readonly #person: (random: Random) => Person | null;
  readonly #price = priceWith(() => []);
  #conversations = 0;

  constructor(count: number, midnight: number, { small = false, seed = 4 } = {}) {
    this.#sizes = small ? SMALL : USUAL;
    this.#random = randomNumbers(seed);
    this.#midnight = midnight;
    this.language = makeLanguage(this.#random);
    // The system prompt is the same every time.
    this.#systems = Array.from({ length: 12 }, () => this.#text(this.#sizes.system));
    const people = Array.from({ length: Math.ceil(count / 8) }, (_, i) => this.#makePerson(i));
    const named = zipf(people);
    this.#person = (random) => (random.next() < 0.3 ? null : named(random));
  }

  make(count: number): BaseInteraction[] {
    const made: BaseInteraction[] = [];
    while (made.length < count) made.push(...this.#conversation(count - made.length));
    return made;
  }

  /** The interaction whose answer has a word that no other has. */
  withWord(word: string, appId: string): StoredInteraction {
    const [made] = this.#conversation(1, ` ${word}.`, appId);
    if (!made) throw new Error('A conversation has at least one turn.');
    return made.stored;
  }

  #conversation(most: number, ending = '', appId = 'app_base'): BaseInteraction[] {
    const random = this.#random;
    const together = this.#conversations++;
    const inSession = random.next() < 0.8;
    const turns = inSession ? Math.min(most, 20, 1 + Math.floor(-Math.log(1 - random.next()) * 4)) : 1;
    const upstream = weighted(SHARES, random);
    const model = zipf(UPSTREAMS[upstream].models)(random);
    const system = random.pick([this.#systems[0] ?? '', ...this.#systems]);
    const person = this.#person(random);
    const keepsHistory = random.next() < this.#sizes.withHistory;
    const history: Turn[] = [];
    let at = this.#midnight + weighted(HOURS, random) * HOUR + random.below(HOUR);
    return Array.from({ length: turns }, () => {
      const how = ending ? 'stop' : weighted(ENDINGS, random);
      const question = this.#question();
      const answer = `${this.#text(this.#sizes.answer)}${ending}`;
      const said = keepsHistory ? recent(history) : [];
      const outputTokens = how === 'blocked' ? 0 : Math.ceil(answer.length / 4.2);
      const { request, response } = UPSTREAMS[upstream].bodies({
        model,
        system,
        history: said,
        question,
        answer,
        ending: how,
        id: Math.floor(random.next() * 2 ** 52).toString(36),
        inputTokens: Math.ceil((system.length + question.length + lengthOf(said)) / 4.2),
        outputTokens,
      });
      history.push({ question, answer });
      const latency = Math.round((250 + outputTokens * 9) * logNormal(random, 0.4));
      const known = random.next() < 0.97;
      const head: InteractionHead = {
        kind: 'interaction',
        id: newId(at),
        appId,
        receivedAt: at + latency + 5 + random.below(200),
        warnings: [],
        verified: true,
        envelope: {
          format: upstream,
          type: 'chat',
          version: '3.1.0',
          session: inSession ? `conversation-${together.toString(36)}` : null,
          sessionTimeout: random.pick([10, 10, 30]),
          user: person,
          requestedAt: at,
          respondedAt: at + latency,
          latencyMs: known ? latency : null,
        },
      };
      at += latency + Math.floor(-Math.log(1 - random.next()) * 2 * MINUTE);
      const bytes = [request, response].map((body) => Buffer.from(JSON.stringify(body)));
      const [requestBytes = Buffer.alloc(0), responseBytes = Buffer.alloc(0)] = bytes;
      const record = deriveInteraction(head, requestBytes, responseBytes, this.#price);
      return { stored: { record, request: requestBytes, response: responseBytes }, together };
    });
  }

  #question(): string {
    const random = this.#random;
    const { question, withDocument } = this.#sizes;
    if (random.next() >= withDocument) return this.#text(question);
    return this.language.text(DOCUMENT.from + random.below(DOCUMENT.to - DOCUMENT.from), random);
  }

  #text(length: number): string {
    return this.language.text(length * logNormal(this.#random, SPREAD), this.#random);
  }

  #makePerson(number: number): Person {
    const random = this.#random;
    const [firstName, lastName] = [this.language.name(random), this.language.name(random)];
    const byEmail = random.below(5) === 0;
    return {
      userId: byEmail ? null : `user-${number}`,
      email: byEmail || random.below(2) === 0 ? `${firstName}.${lastName}@example.com` : null,
      isAuthenticated: random.pick([true, true, false, null]),
      firstName,
      lastName,
      phone: random.below(8) === 0 ? `+49 30 ${100_000 + random.below(900_000)}` : null,
      gender: null,
    };
  }
}

/** As much of the conversation as clients repeat. */
function recent(history: readonly Turn[]): Turn[] {
  let from = history.length;
  while (from > 0 && lengthOf(history.slice(from - 1)) <= HISTORY) from--;
  return history.slice(from);
}

function lengthOf(history: readonly Turn[]): number {
  return history.reduce((sum, { question, answer }) => sum + question.length + answer.length, 0);
}

function logNormal(random: Random, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  return Math.exp(normal * spread);
}

function weighted<T>(choices: readonly (readonly [T, number])[], random: Random): T {
  let rest = random.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
  const found = choices.find(([, weight]) => {
    rest -= weight;
    return rest < 0;
  });
  const [value] = found ?? choices[0] ?? [];
  if (value === undefined) throw new Error('There is nothing to choose from.');
  return value;
}
