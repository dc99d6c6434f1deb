/** What identifies a call that two libraries report, each in a trace of its own. */
import { hash } from 'node:crypto';
import { firstText } from '../attributes.ts';
import { preferring } from '../dialects/dialects.ts';
import { genAi } from '../dialects/gen-ai.ts';
import { openInference } from '../dialects/open-inference.ts';
import { openLlmetry } from '../dialects/open-llmetry.ts';
import type { Attributes, Span } from '../telemetry.ts';

export type CallSignature = {
  /** The instrumentation library. */
  scope: string;
  startedAt: number;
  endedAt: number;
  /** Digests that no other call of the same time has: of the response's id, and of question and answer. */
  digests: readonly string[];
};

const RESPONSE_IDS = preferring(genAi).flatMap(({ signature }) => signature?.responseId ?? []);
const SIGNATURES = preferring(openInference, openLlmetry).flatMap(({ signature }) => signature ?? []);
const ANSWERS = [
  ...SIGNATURES.flatMap(({ answer }) => answer ?? []),
  ...SIGNATURES.flatMap(({ toolCallId }) => toolCallId ?? []),
];
const QUESTIONS = SIGNATURES.flatMap(({ question }) => (question ? [question] : []));
/** An id in the JSON of a response, as OpenAI, Anthropic and OpenRouter make them. */
const ID_IN_JSON = /"id" ?: ?"((?:chatcmpl|cmpl|resp|msg|gen)[-_][\w-]{8,128})"/;

/** Null where nothing identifies the call. */
export function signatureOf({ scope, startedAt, endedAt, attributes }: Span): CallSignature | null {
  if (startedAt === null || endedAt === null) return null;
  const digests: string[] = [];
  const id = firstText(attributes, RESPONSE_IDS) ?? idIn(attributes.get('output.value'));
  if (id !== null) digests.push(shortDigest(`id ${id}`));
  const answer = firstText(attributes, ANSWERS);
  const question = lastQuestion(attributes);
  if (answer !== null && question !== null) digests.push(shortDigest(`said ${question}\n${answer}`));
  return digests.length === 0 ? null : { scope: scope.slice(0, 128), startedAt, endedAt, digests };
}

/** Short, since many are remembered. */
function shortDigest(text: string): string {
  return hash('sha256', text, 'base64').slice(0, 16);
}

function idIn(output: unknown): string | null {
  return typeof output === 'string' ? (ID_IN_JSON.exec(output)?.[1] ?? null) : null;
}

function lastQuestion(attributes: Attributes): string | null {
  for (const [before, after] of QUESTIONS) {
    let last: string | null = null;
    for (let n = 0; attributes.has(`${before}${n}${after}`); n++)
      last = firstText(attributes, [`${before}${n}${after}`]) ?? last;
    if (last !== null) return last;
  }
  return null;
}
