/** What a trace consists of, as its outline shows it. */
import type { Interaction, TraceSpan } from '@parley/contract';
import type { Placed } from '../../conversation/outline.ts';

export type CallStep = Placed & { interaction: Interaction };
export type SpanStep = Placed & { span: TraceSpan };
export type TraceStep = CallStep | SpanStep;

export function stepsOf(interactions: readonly Interaction[], spans: readonly TraceSpan[]): TraceStep[] {
  const calls = interactions.map(callStep);
  const called = new Set(calls.map(({ spanId }) => spanId));
  return [...calls, ...spans.filter(({ spanId }) => !called.has(spanId)).map(spanStep)];
}

function callStep(interaction: Interaction): CallStep {
  const { id, requestedAt, trace } = interaction;
  return {
    id,
    at: Date.parse(requestedAt),
    spanId: trace?.spanId ?? null,
    parentSpanId: trace?.parentSpanId ?? null,
    interaction,
  };
}

function spanStep(span: TraceSpan): SpanStep {
  const { spanId, parentSpanId, startedAt, endedAt } = span;
  const time = startedAt ?? endedAt;
  // What is around the others comes before them, where it does not say when it was.
  return { id: spanId, at: time === null ? 0 : Date.parse(time), spanId, parentSpanId, span };
}

/** The conventions begin a name with what the span is for, which is shown beside it. */
const OPERATION = /^(?:execute_tool|invoke_agent|create_agent|agent_step|invoke_workflow) (?=\S)/;

export function titleOf({ name }: TraceSpan): string {
  return name.replace(OPERATION, '') || 'Unnamed span';
}

/** Null where it is not known, or cannot be. */
export function durationOf({ startedAt, endedAt }: TraceSpan): number | null {
  if (startedAt === null || endedAt === null) return null;
  const took = Date.parse(endedAt) - Date.parse(startedAt);
  return took < 0 ? null : took;
}
