import type { Json } from '../format.ts';
import { arr, isObject, list, obj } from '../shared/read.ts';
import { type Assemble, type Building, Indexed, joined, keep, merge } from '../streams/events.ts';

type Candidate = { fields: Building; role: unknown; parts: Building[] };

/**
 * Gemini: every chunk is a complete response with the next parts. Token counts are running totals, and the
 * last chunk has the finish reason. Logs of the Python client use snake case.
 */
export const assembleGemini: Assemble = ({ events }) => {
  const body: Building = {};
  const usage: Building = {};
  const candidates = new Indexed<Candidate>(() => ({ fields: {}, role: 'model', parts: [] }));
  for (const event of events) {
    merge(body, event);
    merge(usage, obj(event.usageMetadata ?? event.usage_metadata));
    for (const candidate of arr(event.candidates)) {
      if (isObject(candidate)) addCandidate(candidates.at(candidate.index ?? 0), candidate);
    }
  }
  if (body.usageMetadata !== undefined) body.usageMetadata = usage;
  else if (body.usage_metadata !== undefined) body.usage_metadata = usage;
  const all = candidates.inOrder();
  if (all.length > 0) body.candidates = all.map(candidateOf);
  const feedback = obj(body.promptFeedback ?? body.prompt_feedback);
  const blocked = (feedback.blockReason ?? feedback.block_reason) !== undefined;
  const finished = all.length > 0 && all.every(({ fields }) => hasEnded(fields));
  return { body, complete: finished || blocked || body.error !== undefined };
};

function hasEnded(candidate: Json): boolean {
  return (candidate.finishReason ?? candidate.finish_reason) !== undefined;
}

function addCandidate(candidate: Candidate, piece: Json): void {
  merge(candidate.fields, piece);
  const content = obj(piece.content);
  candidate.role = content.role ?? candidate.role;
  for (const part of list(content.parts)) if (isObject(part)) addPart(candidate.parts, part);
}

/** Consecutive text of the same kind (answer or thought) is joined. */
function addPart(parts: Building[], part: Json): void {
  const last = parts.at(-1);
  if (last !== undefined && isText(last) && isText(part) && last.thought === part.thought) {
    last.text = joined(last.text, part.text);
    keep(last, part, ['thoughtSignature']);
  } else parts.push({ ...part });
}

function isText(part: Json): boolean {
  return typeof part.text === 'string' && !isObject(part.functionCall ?? part.function_call);
}

function candidateOf({ fields, role, parts }: Candidate): Json {
  return { ...fields, content: { role, parts } };
}

export function assemblerOf(event: Json): Assemble | null {
  const answers =
    Array.isArray(event.candidates) ||
    isObject(event.usageMetadata ?? event.usage_metadata) ||
    isObject(event.promptFeedback ?? event.prompt_feedback);
  return answers ? assembleGemini : null;
}
