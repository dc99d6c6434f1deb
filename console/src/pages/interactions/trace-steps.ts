/** The steps of a trace for its outline. */
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
  // A span without a time sorts before its children.
  return { id: spanId, at: time === null ? 0 : Date.parse(time), spanId, parentSpanId, span };
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
