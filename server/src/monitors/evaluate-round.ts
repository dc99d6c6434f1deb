/**
 * A round: judges every monitor that is due, in these steps:
 *
 *   1. up to when is everything stored? monitors that should be judged later than that wait, and say so
 *   2. read the monitors that are due, with their states
 *   3. ask the store, once for all monitors that ask about the same rows
 *   4. apply the rules, and write state, history and messages of each monitor in one transaction, several monitors in each
 *
 * It can be interrupted at any time: what was not written is judged again. After downtime each monitor is judged once.
 */
import type { QueryBody, QueryMeasure, QueryRow } from '@parley/contract';
import type { Kysely } from 'kysely';
import { readStates } from '../accounts/monitors/group-states.ts';
import type { StoredMonitor } from '../accounts/monitors/stored-monitor.ts';
import type { Tables } from '../metadata/tables.ts';
import { dueMonitors, noteWaiting } from './due-monitors.ts';
import { nextTime } from './rules/cadence.ts';
import { evaluate } from './rules/evaluate.ts';
import type { GroupState } from './rules/group-state.ts';
import { type Looks, looksOf, rangesOf } from './rules/looks.ts';
import { bodyOf, figuresIn, keyOf, type Question, questionOf } from './rules/question.ts';
import { isMuted, writeFailure, writeOutcome } from './write-outcome.ts';

export type RoundSources = {
  db: Kysely<Tables>;
  /** Up to when everything received is stored. */
  known: () => Promise<number>;
  ask: (app: string, body: QueryBody) => Promise<readonly QueryRow[]>;
  /** Why the store cannot be asked; null while it can. */
  storeAway: () => string | null;
  baseUrl: () => string;
  now: () => number;
  isStopping: () => boolean;
  /** How a monitor was judged. */
  onJudged: (judged: Judged) => void;
};

export type Judged = { failure: Error | null; lagMs: number; seconds: number };

/** A mark needs a moment to pass; only what is later than that is said to wait. */
const PATIENCE_MS = 30_000;
const BEHIND = 'What was received is not stored yet.';
/** Questions at a time: people who look at charts come first. */
const AT_ONCE = 2;
/**
 * How long a round begins new questions. What is left is due in the next round, which begins with other applications
 * again: slow questions of one do not hold up the others for longer than this.
 */
const ROUND_MS = 20_000;
/** Monitors in a transaction: this thread, which acknowledges, waits for the disk once for all of them. */
const WRITTEN_AT_ONCE = 20;

export async function evaluateRound(sources: RoundSources): Promise<void> {
  const { db } = sources;
  const end = sources.now() + ROUND_MS;
  const known = await sources.known();
  const away = sources.storeAway();
  const due = sources.now() - PATIENCE_MS;
  if (away !== null) return noteWaiting(db, { due, known: 0, why: away });
  await noteWaiting(db, { due, known, why: BEHIND });
  const monitors = await dueMonitors(db, known);
  const states = await readStates(
    db,
    monitors.map(({ id }) => id),
  );
  const plans = monitors.map((monitor) => ({ monitor, looks: looksOf(monitor, known) }));
  const asked = new Questions(plans, sources.ask);
  const judged: Judgement[] = [];
  /** A monitor that cannot be written holds up no others; the round fails in the end. */
  const failures: unknown[] = [];
  for (const batch of asked.batches()) {
    if (sources.isStopping() || sources.now() > end) break;
    const judging = batch.map((plan) =>
      judgeOne(sources, plan, states.get(plan.monitor.id) ?? new Map(), asked, known),
    );
    judged.push(...(await Promise.all(judging)));
    while (judged.length >= WRITTEN_AT_ONCE)
      await write(sources, judged.splice(0, WRITTEN_AT_ONCE), failures);
  }
  await write(sources, judged, failures);
  if (failures.length > 0) throw failures[0];
}

type Plan = { monitor: StoredMonitor; looks: Looks };

type Judgement = {
  monitor: StoredMonitor;
  failure: Error | null;
  seconds: number;
  write: (tx: Kysely<Tables>) => Promise<unknown>;
};

async function write(
  { db, now, onJudged }: RoundSources,
  judged: readonly Judgement[],
  failures: unknown[],
): Promise<void> {
  const together = (some: readonly Judgement[]) =>
    db.transaction().execute(async (tx) => {
      for (const one of some) await one.write(tx);
    });
  // In one order on all nodes, so that none waits for a row while it holds one that another waits for.
  const inOrder = judged.toSorted((a, b) => (a.monitor.id < b.monitor.id ? -1 : 1));
  if (judged.length > 0)
    await together(inOrder).catch(async () => {
      for (const one of inOrder) await together([one]).catch((error: unknown) => failures.push(error));
    });
  for (const { monitor, failure, seconds } of judged)
    onJudged({ failure, lagMs: now() - monitor.nextAt, seconds });
}

async function judgeOne(
  { storeAway, baseUrl, now }: RoundSources,
  { monitor, looks }: Plan,
  states: ReadonlyMap<string, GroupState>,
  questions: Questions,
  known: number,
): Promise<Judgement> {
  const started = performance.now();
  const judgement = (failure: Error | null, write: Judgement['write']): Judgement => ({
    ...{ monitor, failure, seconds: (performance.now() - started) / 1000, write },
  });
  const writing = { monitor, at: known, nextAt: nextTime(monitor, known), baseUrl: baseUrl() };
  let answers: Map<string, readonly QueryRow[]>;
  try {
    answers = await questions.answersTo({ monitor, looks });
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    // A store that went away is waited for; it is not the monitor's fault.
    const isAway = storeAway() !== null;
    const why = failure.message.slice(0, 300);
    return judgement(failure, async (tx) => isAway || writeFailure(tx, writing, why));
  }
  const { definition, judgedAt } = monitor;
  const evaluated = evaluate({
    ...{ definition, states, judgedAt, looks, now: known },
    isMuted: isMuted(monitor, now()),
    figuresOf: (range) => figuresIn(answers.get(keyOf(questionOf(monitor, range))) ?? [], definition),
  });
  return judgement(null, (tx) => writeOutcome(tx, writing, states, evaluated));
}

/** The questions of a round, each asked once, with the measures of all monitors that need it. */
class Questions {
  readonly #plans: readonly Plan[];
  readonly #ask: RoundSources['ask'];
  readonly #measures = new Map<string, Set<QueryMeasure>>();
  readonly #answers = new Map<string, Promise<readonly QueryRow[]>>();

  constructor(plans: readonly Plan[], ask: RoundSources['ask']) {
    this.#plans = plans;
    this.#ask = ask;
    for (const plan of plans)
      for (const question of questionsOf(plan)) {
        const measures = this.#measures.get(keyOf(question)) ?? new Set();
        this.#measures.set(keyOf(question), measures.add(plan.monitor.definition.measure));
      }
  }

  /** Monitors that may be judged at the same time: those that share their questions side by side. */
  *batches(): Generator<Plan[]> {
    const byQuestions = Map.groupBy(this.#plans, (plan) => questionsOf(plan).map(keyOf).join('\n'));
    const groups = [...byQuestions.values()];
    for (let i = 0; i < groups.length; i += AT_ONCE) yield groups.slice(i, i + AT_ONCE).flat();
  }

  async answersTo(plan: Plan): Promise<Map<string, readonly QueryRow[]>> {
    const questions = questionsOf(plan);
    const answers = await Promise.all(questions.map((question) => this.#answerTo(question)));
    return new Map(questions.map((question, i) => [keyOf(question), answers[i] ?? []]));
  }

  #answerTo(question: Question): Promise<readonly QueryRow[]> {
    const key = keyOf(question);
    const known = this.#answers.get(key);
    if (known) return known;
    const asked = this.#ask(question.app, bodyOf(question, [...(this.#measures.get(key) ?? [])]));
    this.#answers.set(key, asked);
    return asked;
  }
}

function questionsOf({ monitor, looks }: Plan): Question[] {
  return rangesOf(looks).map((range) => questionOf(monitor, range));
}
