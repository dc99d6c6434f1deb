/** A believable mix of monitors: mostly short windows, some budgets and comparisons, a tenth with groups. */
import { type MonitorCondition, NewMonitorBody as NewMonitor, type NewMonitorBody } from '@parley/contract';
import { randomNumbers } from '@parley/sample/random';

/** Of twenty monitors, those with this window. */
const WINDOWS = Object.entries({ '5m': 2, '15m': 3, '1h': 6, '6h': 2, '1d': 3, '7d': 1 }).flatMap(
  ([window, times]) => Array<string>(times).fill(window),
);
const PERIODS = ['day', 'day', 'week', 'month'];
const FILTERS = [
  {},
  {},
  { requestedModel: ['gpt-4o'] },
  { requestedModel: ['claude-sonnet-4-5'] },
  { format: ['openai'] },
  { outcome: ['error'] },
  { minLatencyMs: 1000 },
];
const GROUPS = ['requestedModel', 'requestedModel', 'outcome', 'user'];
const CHANGE: MonitorCondition = { changedBy: 0.5, against: 'previous' };
const JUDGED: readonly { measure: string; condition: MonitorCondition }[] = [
  { measure: 'interactions', condition: { below: 1 } },
  { measure: 'interactions', condition: CHANGE },
  { measure: 'errorRate', condition: { above: 0.05 } },
  { measure: 'errorRate', condition: { above: 0.2 } },
  { measure: 'latencyP95', condition: { above: 8000 } },
  { measure: 'costUsd', condition: { above: 20 } },
  { measure: 'costUsd', condition: { changedBy: 1, against: 'weekBefore' } },
  { measure: 'users', condition: { above: 500 } },
];
const BUDGET_SHARE = 0.15;

export function monitorsOf(apps: readonly string[], count: number): NewMonitorBody[] {
  const random = randomNumbers(7);
  return Array.from({ length: count }, (_, i) => {
    const isBudget = random.next() < BUDGET_SHARE;
    return NewMonitor.parse({
      app: apps[i % apps.length],
      name: `Monitor ${i}`,
      filters: random.pick(FILTERS),
      groupBy: Math.floor(i / apps.length) % 10 === 0 ? random.pick(GROUPS) : null,
      ...(isBudget
        ? {
            measure: 'costUsd',
            window: random.pick(PERIODS),
            condition: { above: 100 },
            steps: [0.5, 0.8, 1],
          }
        : { ...random.pick(JUDGED), window: random.pick(WINDOWS) }),
    });
  });
}
