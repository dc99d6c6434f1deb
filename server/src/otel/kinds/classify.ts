import { genAiKind } from './gen-ai.ts';
import type { Kind, KindOf, Telling } from './kind.ts';
import { langfuseKind } from './langfuse.ts';
import { openInferenceKind } from './open-inference.ts';
import { openLlmetryKind } from './open-llmetry.ts';
import { pydanticKind } from './pydantic.ts';
import { unnamedKind } from './unnamed.ts';
import { vercelKind } from './vercel.ts';

/**
 * The first that knows the span says what it is. Vercel, OpenInference and Pydantic write attributes of
 * the conventions beside their own, and theirs say more.
 */
const DIALECTS: readonly KindOf[] = [
  pydanticKind,
  vercelKind,
  openInferenceKind,
  genAiKind,
  openLlmetryKind,
  langfuseKind,
  unnamedKind,
];

/** What a span is: a model call, something around model calls, or neither. */
export function classify(span: Telling): Kind {
  for (const kindOf of DIALECTS) {
    const kind = kindOf(span);
    if (kind !== null) return kind;
  }
  return 'other';
}
