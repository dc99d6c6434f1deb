/** The steps of a trace for its waterfall. */
import type { Interaction, TraceSpan } from '@parley/contract';
import type { Outlined, Placed } from '../../conversation/outline.ts';

/** When a step began and ended, in milliseconds since 1970; null if unknown. */
export type Period = { from: number; to: number } | null;

export type CallStep = Placed & { period: Period; interaction: Interaction };
export type SpanStep = Placed & { period: Period; span: TraceSpan };
export type TraceStep = CallStep | SpanStep;

export function stepsOf(interactions: readonly Interaction[], spans: readonly TraceSpan[]): TraceStep[] {
  const calls = interactions.map(callStep);
  const called = new Set(calls.map(({ spanId }) => spanId));
  return [...calls, ...spans.filter(({ spanId }) => !called.has(spanId)).map(spanStep)];
}

function callStep(interaction: Interaction): CallStep {
  const { id, requestedAt, respondedAt, trace } = interaction;
  const at = Date.parse(requestedAt);
  return {
    id,
    at,
    period: { from: at, to: Math.max(at, Date.parse(respondedAt)) },
    spanId: trace?.spanId ?? null,
    parentSpanId: trace?.parentSpanId ?? null,
    interaction,
  };
}

function spanStep(span: TraceSpan): SpanStep {
  const { spanId, parentSpanId, startedAt, endedAt } = span;
  const time = startedAt ?? endedAt;
  const took = durationOf(span);
  const at = time === null ? 0 : Date.parse(time);
  // A span without a time sorts before its children.
  return {
    id: spanId,
    at,
    period: took === null ? null : { from: at, to: at + took },
    spanId,
    parentSpanId,
    span,
  };
}

/** The time that all steps take together, at least a millisecond. */
export function extentOf(steps: readonly TraceStep[]): { from: number; to: number } {
  const periods = steps.flatMap(({ period }) => period ?? []);
  const from = Math.min(...periods.map((period) => period.from));
  return { from, to: Math.max(from + 1, ...periods.map((period) => period.to)) };
}

type Costing = Pick<Placed, 'id'> & ({ interaction: { cost: { usd: number } | null } } | { span: unknown });

/** The cost of each step with all that is below it in the outline. Null if no cost is known. */
export function costsOf(outline: readonly Outlined<Costing>[]): ReadonlyMap<string, number | null> {
  const costs = new Map<string, number | null>();
  const open: { id: string; depth: number }[] = [];
  for (const { step, depth } of outline) {
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    open.push({ id: step.id, depth });
    const own = 'interaction' in step ? (step.interaction.cost?.usd ?? null) : null;
    costs.set(step.id, null);
    if (own !== null) for (const { id } of open) costs.set(id, (costs.get(id) ?? 0) + own);
  }
  return costs;
}

/** By convention, span names start with the operation, which is shown separately. */
const OPERATION = /^(?:execute_tool|invoke_agent|create_agent|agent_step|invoke_workflow) (?=\S)/;

export function titleOf({ name }: TraceSpan): string {
  return name.replace(OPERATION, '') || 'Unnamed span';
}

/** Null if unknown. */
export function durationOf({ startedAt, endedAt }: TraceSpan): number | null {
  if (startedAt === null || endedAt === null) return null;
  const took = Date.parse(endedAt) - Date.parse(startedAt);
  return took < 0 ? null : took;
}
