/**
 * The rules against a plain reading of what they promise, over thousands of random series. Data arrives late, shuffled
 * and not at all, the store is away for a while, and evaluations are lost before they are written, or made twice.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MonitorCondition, MonitorDefinition } from '@parley/contract';
import { advance } from '../src/monitors/rules/advance.ts';
import { advanceBudget } from '../src/monitors/rules/budget.ts';
import type { GroupState, Outcome } from '../src/monitors/rules/group-state.ts';
import type { Figure } from '../src/monitors/rules/judge.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const SERIES = 2000;

type Event = { time: number; received: number; stored: number; group: string; cost: number; failed: boolean };
type Look = { now: number; events: Event[] };

/** Park and Miller's generator: the seed in a failure's message repeats it. */
function dice(seed: number) {
  let state = seed + 1;
  const roll = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return {
    chance: (share: number) => roll() < share,
    below: (count: number) => Math.floor(roll() * count),
    oneOf: <T>(first: T, ...more: T[]): T =>
      [first, ...more][Math.floor(roll() * (more.length + 1))] ?? first,
  };
}
type Dice = ReturnType<typeof dice>;

/** Interactions with gaps, received late at times, and stored in the order of receipt, after the store came back. */
function stream({ chance, below, oneOf }: Dice, length: number, groups: string[]): Event[] {
  const away = { from: below(length), length: chance(0.5) ? below(length / 4) : 0 };
  const events: Event[] = [];
  let quietUntil = 0;
  for (let time = 0; time < length; time += below(length / 60) + 1) {
    if (chance(0.03)) quietUntil = time + below(length / 6);
    if (time < quietUntil) continue;
    const received = time + (chance(0.1) ? below(length / 4) : below(MINUTE));
    const isAway = received >= away.from && received < away.from + away.length;
    const stored = (isAway ? away.from + away.length : received) + below(10_000);
    const [group = '', cost, failed] = [oneOf('', ...groups), below(20) / 4, chance(0.3)];
    events.push({ time, received, stored, group: groups.length > 0 ? group : '', cost, failed });
  }
  return events;
}

/** The moments at which something is judged: up to when everything received is stored, and what can be seen of it. */
function looks({ below }: Dice, events: readonly Event[], length: number, pause: number): Look[] {
  const found: Look[] = [];
  for (let clock = below(pause); clock < length * 1.5; clock += pause + below(5000)) {
    const unstored = events.filter(({ received, stored }) => received <= clock && stored > clock);
    const now = Math.min(clock, ...unstored.map(({ received }) => received));
    if (now <= (found.at(-1)?.now ?? 0)) continue;
    found.push({ now, events: events.filter(({ stored }) => stored <= clock) });
  }
  return found;
}

/** Keeps states, and sends each cause once, as the tables do. Some evaluations are lost, some are made twice. */
function keeper({ chance }: Dice) {
  let states = new Map<string, GroupState>();
  const sent = new Map<string, { at: number; type: string; group: string; step: number | null }>();
  const noted: Outcome['changes'] = [];
  const keep = (now: number, evaluate: (states: Map<string, GroupState>) => Outcome): boolean => {
    const outcome = evaluate(states);
    if (chance(0.1)) return false;
    // Another process that has not heard of it computes the same.
    assert.deepEqual(evaluate(states), outcome);
    for (const { cause, type, group, step } of outcome.messages) {
      assert.ok(!sent.has(cause), `twice: ${cause}`);
      sent.set(cause, { at: now, type, group, step });
    }
    noted.push(...outcome.changes);
    states = outcome.states;
    return true;
  };
  return { keep, noted, messages: () => [...sent.values()] };
}

function figuresOf(
  events: readonly Event[],
  { from, to }: { from: number; to: number },
  measure: string,
): Map<string, Figure> {
  const inside = events.filter(({ time }) => time >= from && time < to);
  return new Map(
    [...Map.groupBy(inside, ({ group }) => group)].map(([group, rows]) => [
      group,
      { value: measured(rows, measure), interactions: rows.length },
    ]),
  );
}

function measured(rows: readonly Event[], measure: string): number | null {
  if (measure === 'interactions') return rows.length;
  if (measure === 'costUsd') return rows.reduce((sum, { cost }) => sum + cost, 0);
  return rows.length === 0 ? null : rows.filter(({ failed }) => failed).length / rows.length;
}

const DEFAULTS: MonitorDefinition = {
  measure: 'interactions',
  filters: {},
  groupBy: null,
  window: '10m',
  condition: { above: 5 },
  steps: null,
  minimum: 0,
  for: 0,
  margin: 0,
  noData: 'ok',
  every: null,
};

function randomMonitor({ oneOf, below }: Dice): MonitorDefinition {
  const measure = oneOf('interactions', 'costUsd', 'errorRate');
  const scale = { interactions: 6, costUsd: 15, errorRate: 0.35 }[measure];
  const against = oneOf('previous', 'weekBefore');
  return {
    ...DEFAULTS,
    measure,
    groupBy: oneOf(null, 'model'),
    condition: oneOf<MonitorCondition>(
      { above: scale },
      { below: scale },
      { changedBy: oneOf(0.5, -0.5), against },
    ),
    minimum: oneOf(0, 0, 3),
    for: oneOf(0, 0, 5, 17),
    margin: oneOf(0, 0.2),
    noData: oneOf('ok', 'alert', 'keep'),
    every: oneOf(null, null, 1 + below(60)),
  };
}

describe('a monitor over random series', () => {
  const length = 4 * 60 * MINUTE;
  const window = 10 * MINUTE;

  it('tells each incident and each recovery once, as a plain reading of its definition does', () => {
    let told = 0;
    for (let seed = 0; seed < SERIES; seed++) {
      const random = dice(seed);
      const definition = randomMonitor(random);
      const events = stream(random, length, definition.groupBy ? ['a', 'b'] : []);
      const kept = keeper(random);
      const judged: Look[] = [];
      for (const look of looks(random, events, length, MINUTE)) {
        const { now } = look;
        const shift =
          'against' in definition.condition && definition.condition.against === 'previous'
            ? window
            : 45 * MINUTE;
        const range = { from: now - window, to: now };
        const earlier = figuresOf(
          look.events,
          { from: range.from - shift, to: now - shift },
          definition.measure,
        );
        const found = figuresOf(look.events, range, definition.measure);
        const figures = new Map(
          [
            ...found,
            ...[...earlier.keys()]
              .filter((group) => !found.has(group))
              .map((group) => [group, nothing(definition)] as const),
          ].map(([group, figure]) => [
            group,
            { ...figure, before: earlier.get(group) ?? nothing(definition) },
          ]),
        );
        const isKept = kept.keep(now, (states) =>
          advance({
            definition,
            states,
            figures,
            isCut: false,
            window: range,
            period: null,
            now,
            isMuted: false,
          }),
        );
        if (isKept) judged.push(look);
      }
      const expected = referenceMessages(definition, judged, window);
      const actual = kept.messages().map(({ at, type, group }) => `${at} ${group} ${type}`);
      assert.deepEqual(actual.sort(), expected.sort(), `seed ${seed}: ${JSON.stringify(definition)}`);
      told += expected.length;
    }
    assert.ok(told > SERIES, `${told} messages`);
  });
});

const nothing = ({ measure }: MonitorDefinition): Figure => ({
  value: measure === 'errorRate' ? null : 0,
  interactions: 0,
});

/** What the documents promise, group by group and look by look, written down without the machine. */
function referenceMessages(definition: MonitorDefinition, judged: readonly Look[], window: number): string[] {
  const { condition, groupBy, minimum, margin, noData, every, measure } = definition;
  const messages: string[] = [];
  for (const group of groupBy === null ? [''] : ['', 'a', 'b']) {
    let wrongSince: number | null = null;
    let alarm = false;
    let isBetter = false;
    let lastTold = 0;
    let isKnown = groupBy === null;
    for (const { now, events } of judged) {
      const mine = events.filter((event) => groupBy === null || event.group === group);
      const between = (from: number, to: number) => mine.filter(({ time }) => time >= from && time < to);
      const rows = between(now - window, now);
      const shift = 'against' in condition && condition.against === 'previous' ? window : 45 * MINUTE;
      const rowsBefore = between(now - window - shift, now - shift);
      isKnown ||= rows.length > 0 || rowsBefore.length > 0;
      if (!isKnown) continue;
      let value = measured(rows, measure);
      let enough = rows.length >= minimum;
      let wrong = false;
      let good = false;
      if ('above' in condition) {
        wrong = value !== null && value > condition.above;
        good = value !== null && value <= condition.above - margin * condition.above;
      } else if ('below' in condition) {
        wrong = value !== null && value < condition.below;
        good = value !== null && value >= condition.below + margin * condition.below;
      } else {
        const base = measured(rowsBefore, measure);
        enough = Math.max(rows.length, rowsBefore.length) >= minimum;
        value = value === null || !base ? null : (value - base) / base;
        const by = condition.changedBy;
        wrong = value !== null && (by > 0 ? value >= by : value <= by);
        good = value !== null && (by > 0 ? value <= by * (1 - margin) : value >= by * (1 - margin)) && !wrong;
      }
      const isJudged = enough && value !== null;
      const isSilent = rows.length === 0 && noData === 'alert' && !(isJudged && wrong);
      const isWrong = (isJudged && wrong) || isSilent;
      const isWell = isJudged ? good : noData === 'ok';
      const wasAlarm = alarm;
      if (isWrong) {
        wrongSince ??= now;
        isBetter = false;
        alarm ||= now - wrongSince >= definition.for * MINUTE;
      } else if (isWell) {
        if (alarm) messages.push(`${now} ${group} monitor.recovered`);
        alarm = false;
        wrongSince = null;
      } else if (isJudged) {
        isBetter = true;
        if (!alarm) wrongSince = null;
      }
      // Again while it fires, also where there is too little to judge.
      const isAgain = wasAlarm && !isBetter && every !== null && now - lastTold >= every * MINUTE;
      if (alarm && (!wasAlarm || isAgain)) {
        lastTold = now;
        messages.push(`${now} ${group} monitor.firing`);
      }
      // A well group of which nothing is seen is forgotten.
      const isSeen = rows.length > 0 || rowsBefore.length > 0;
      if (groupBy !== null && !isSeen && !alarm && wrongSince === null) isKnown = false;
    }
  }
  return messages;
}

describe('a budget over random series', () => {
  const length = 3 * DAY;

  it('tells each step once per group and day, and nobody of what came after the day', () => {
    let [told, late] = [0, 0];
    for (let seed = 0; seed < SERIES; seed++) {
      const random = dice(seed);
      const steps = random.oneOf([0.5, 0.8, 1], [1], [0.25, 2]);
      const amount = 10 + random.below(60);
      const groupBy = random.oneOf(null, 'user' as const);
      const definition: MonitorDefinition = {
        ...DEFAULTS,
        ...{ measure: 'costUsd', window: 'day', condition: { above: amount }, steps, groupBy },
      };
      const events = stream(random, length, groupBy ? ['a', 'b'] : []);
      const kept = keeper(random);
      const judged: Look[] = [];
      for (const look of looks(random, events, length, 30 * MINUTE)) {
        const { now } = look;
        const period = dayAt(now);
        const closedPeriod = { from: period.from - DAY, to: period.from };
        const judgedAt = judged.at(-1)?.now ?? null;
        const figures = figuresOf(look.events, { from: period.from, to: now }, 'costUsd');
        const closed = figuresOf(look.events, closedPeriod, 'costUsd');
        const isKept = kept.keep(now, (states) =>
          advanceBudget({
            ...{ definition, steps, amount, states, figures, closed, period, closedPeriod, judgedAt, now },
            isMuted: false,
          }),
        );
        if (isKept) judged.push(look);
      }
      const expected = referenceSteps(judged, { steps, amount, groups: groupBy ? ['', 'a', 'b'] : [''] });
      const firing = kept.messages().filter(({ type }) => type === 'monitor.firing');
      const message = `seed ${seed}`;
      assert.deepEqual(
        firing.map(({ at, group, step }) => `${at} ${group} ${step}`).sort(),
        expected.told.sort(),
        message,
      );
      const reached = kept.noted.filter(({ step }) => step !== null);
      const keys = reached.map(({ group, period, step }) => `${group} ${period} ${step}`);
      assert.deepEqual(keys.toSorted(), expected.reached.toSorted(), message);
      assert.equal(new Set(keys).size, keys.length, message);
      const lateOnes = reached.filter(({ quiet }) => quiet === 'late').length;
      assert.equal(lateOnes, expected.late, message);
      told += expected.told.length;
      late += lateOnes;
    }
    assert.ok(told > SERIES && late > SERIES / 100, `${told} told, ${late} late`);
  });
});

function dayAt(time: number): { from: number; to: number } {
  const from = Math.floor(time / DAY) * DAY;
  return { from, to: from + DAY };
}

/**
 * A step is reached at the first look after its amount was stored: told if that look is in its day, or the first one
 * after it; late at any look of the next day; unseen after that, or before the first look.
 */
function referenceSteps(
  judged: readonly Look[],
  { steps, amount, groups }: { steps: number[]; amount: number; groups: string[] },
): { told: string[]; reached: string[]; late: number } {
  const told: string[] = [];
  const reached: string[] = [];
  let late = 0;
  const [first] = judged;
  for (const group of groups)
    for (let from = 0; from < 5 * DAY; from += DAY) {
      const spent = ({ events, now }: Look) =>
        events
          .filter(
            (event) => event.group === group && event.time >= from && event.time < Math.min(from + DAY, now),
          )
          .reduce((sum, { cost }) => sum + cost, 0);
      const inTime = judged.filter(({ now }) => now >= from && now < from + DAY);
      const after = judged.filter(({ now }) => now >= from + DAY && now < from + 2 * DAY);
      const news = new Map<number, number[]>();
      for (const step of steps) {
        const look = [...inTime, ...after].find((one) => spent(one) >= step * amount);
        if (!look || !first || (look === first && look.now >= from + DAY)) continue;
        reached.push(`${group} ${from} ${step}`);
        // The first look after the day turns the page, if something was judged before.
        const isInTime = look.now < from + DAY || look === after[0];
        if (isInTime) news.set(look.now, [...(news.get(look.now) ?? []), step]);
        else late += 1;
      }
      for (const [now, together] of news) told.push(`${now} ${group} ${Math.max(...together)}`);
    }
  return { told, reached, late };
}
