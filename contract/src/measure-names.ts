/** What people call measures, and what their figures are counted in; without schemas: the console has them, too. */
import type { Estimate, Measure } from './query.ts';

/** `share`: 0.05 is 5 %; `score`: a number of the scale that its sender chose. */
export type MeasureUnit = 'count' | 'share' | 'usd' | 'ms' | 'perSecond' | 'score' | 'moment';

type Named = { name: string; unit: MeasureUnit };
type Bound = `${Estimate}Low` | `${Estimate}High`;

export const MEASURE_NAMES = {
  interactions: { name: 'Interactions', unit: 'count' },
  users: { name: 'Users, anonymous ones included', unit: 'count' },
  identifiedUsers: { name: 'Users', unit: 'count' },
  anonymousUsers: { name: 'Anonymous users', unit: 'count' },
  sessions: { name: 'Sessions', unit: 'count' },
  interactionsPerSession: { name: 'Interactions per session', unit: 'count' },
  inputTokens: { name: 'Input tokens', unit: 'count' },
  outputTokens: { name: 'Output tokens', unit: 'count' },
  totalTokens: { name: 'Tokens', unit: 'count' },
  cachedInputTokens: { name: 'Cached input tokens', unit: 'count' },
  cachedShare: { name: 'Cached input', unit: 'share' },
  cacheWriteTokens: { name: 'Cache write tokens', unit: 'count' },
  reasoningTokens: { name: 'Reasoning tokens', unit: 'count' },
  costUsd: { name: 'Cost', unit: 'usd' },
  costPerCall: { name: 'Cost per call', unit: 'usd' },
  latencyCount: { name: 'Interactions with a latency', unit: 'count' },
  latencyMean: { name: 'Latency, mean', unit: 'ms' },
  latencyP50: { name: 'Latency, median', unit: 'ms' },
  latencyP90: { name: 'Latency, 90th percentile', unit: 'ms' },
  latencyP95: { name: 'Latency, 95th percentile', unit: 'ms' },
  latencyP99: { name: 'Latency, 99th percentile', unit: 'ms' },
  firstTokenCount: { name: 'Interactions with a first token', unit: 'count' },
  firstTokenMean: { name: 'Time to first token, mean', unit: 'ms' },
  firstTokenP50: { name: 'Time to first token, median', unit: 'ms' },
  firstTokenP95: { name: 'Time to first token, 95th percentile', unit: 'ms' },
  firstTokenP99: { name: 'Time to first token, 99th percentile', unit: 'ms' },
  tokensPerSecond: { name: 'Tokens per second', unit: 'perSecond' },
  errors: { name: 'Errors', unit: 'count' },
  errorRate: { name: 'Error rate', unit: 'share' },
  blockedRate: { name: 'Blocked calls', unit: 'share' },
  truncatedRate: { name: 'Truncated answers', unit: 'share' },
  toolCallRate: { name: 'Calls of tools', unit: 'share' },
  models: { name: 'Models', unit: 'count' },
  firstAt: { name: 'First interaction', unit: 'moment' },
  lastAt: { name: 'Last interaction', unit: 'moment' },
} as const satisfies Record<Exclude<Measure, Bound>, Named>;

const BOUND = /^(.+?)(Low|High)$/;
const SCORE = /^score\.(.+)\.(mean|count)$/;

/** A measure that is not known is called by its own name. */
export function measureNamed(measure: string): Named {
  const [, estimate = measure, bound] = BOUND.exec(measure) ?? [];
  if (Object.hasOwn(MEASURE_NAMES, estimate)) {
    const { name, unit } = MEASURE_NAMES[estimate as keyof typeof MEASURE_NAMES];
    return { name: bound ? `${name}, ${bound === 'Low' ? 'lower' : 'upper'} bound` : name, unit };
  }
  const [, score, figure] = SCORE.exec(measure) ?? [];
  if (score === undefined) return { name: measure, unit: 'count' };
  return figure === 'mean'
    ? { name: `Score ${score}, mean`, unit: 'score' }
    : { name: `Scores ${score}`, unit: 'count' };
}
