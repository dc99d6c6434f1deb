/**
 * The dialects of telemetry. Adding one is a file here, a line in this list, and, for its messages, a file
 * and a line in `otel/exchange/otel-exchange.ts`. These are two files because the acknowledging thread
 * classifies spans and reads tokens, but must not load `formats/`, which the messages are read with.
 */
import { claudeCode } from './claude-code.ts';
import type { Dialect } from './dialect.ts';
import { genAi } from './gen-ai.ts';
import { langfuse } from './langfuse.ts';
import { olderGenAi } from './older-gen-ai.ts';
import { openInference } from './open-inference.ts';
import { openLlmetry } from './open-llmetry.ts';
import { pydantic } from './pydantic.ts';
import { vercel } from './vercel.ts';

/**
 * In order of precedence. Pydantic, Vercel and OpenInference write attributes of the conventions beside their
 * own, and their own say more. The older conventions come late: they are recognised by nothing but a model
 * and an answer.
 */
export const DIALECTS: readonly Dialect[] = [
  pydantic,
  vercel,
  openInference,
  genAi,
  openLlmetry,
  langfuse,
  olderGenAi,
  claudeCode,
];

/** All dialects, these first: for facts where another order than that of `DIALECTS` is right. */
export function preferring(...first: readonly Dialect[]): readonly Dialect[] {
  return [...first, ...DIALECTS.filter((dialect) => !first.includes(dialect))];
}
