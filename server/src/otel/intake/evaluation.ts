/** Evaluations as scores: the event `gen_ai.evaluation.result`, a log record or an event of a span. */
import {
  SCORE_COMMENT_LENGTH,
  SCORE_NAME_LENGTH,
  SCORE_TEXT_LENGTH,
  type ScoreInput,
} from '@parley/contract';
import { textOf } from '../attributes.ts';
import type { Attributes, SpanIds } from '../telemetry.ts';

export const EVALUATION_EVENT = 'gen_ai.evaluation.result';

/** A score, about an upstream's id or a trace, or else about the call of `span`. */
export type EvaluationScore = { input: ScoreInput; span: SpanIds | null };

type EvaluationEvent = {
  traceId: string | null;
  spanId: string | null;
  at: number | null;
  attributes: Attributes;
};

/** Null where nothing was scored, or nothing says what; the second is a problem. */
export function evaluationIn(event: EvaluationEvent): EvaluationScore | { problem: string } | null {
  const { traceId, spanId, at, attributes } = event;
  const text = (name: string) => textOf(attributes.get(`gen_ai.evaluation.${name}`));
  const [label, explanation] = [text('score.label'), text('explanation')];
  const name = text('name');
  const number = numberIn(attributes.get('gen_ai.evaluation.score.value'));
  const value = number ?? label?.slice(0, SCORE_TEXT_LENGTH) ?? null;
  // An evaluation that failed.
  if (value === null) return null;
  if (name === null) return { problem: 'gen_ai.evaluation.name must be there.' };
  const about = number === null ? [explanation] : [label, explanation];
  const comment = about
    .filter((part) => part !== null)
    .join(': ')
    .slice(0, SCORE_COMMENT_LENGTH);
  const input = {
    name: scoreName(name),
    value,
    source: 'judge' as const,
    ...(comment === '' ? {} : { comment }),
    ...(at === null ? {} : { at }),
  };
  const upstreamId = textOf(attributes.get('gen_ai.response.id'))?.slice(0, SCORE_TEXT_LENGTH);
  if (upstreamId !== undefined) return { input: { ...input, upstreamId }, span: null };
  if (traceId === null)
    return { problem: 'An evaluation must have gen_ai.response.id or the ids of a span.' };
  if (spanId === null) return { input: { ...input, trace: traceId }, span: null };
  return { input, span: { traceId, spanId } };
}

/** Parley's names have no spaces; those of evaluators may. */
function scoreName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, SCORE_NAME_LENGTH);
  return plain.replace(/\.(min|max|mean|count)$/, '_$1');
}

function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
