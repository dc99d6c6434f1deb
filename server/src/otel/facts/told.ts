/** What tells a call that two libraries report, each in a trace of its own, from all others. */
import { hash } from 'node:crypto';
import { firstText } from '../attributes.ts';
import type { Attributes, Span } from '../telemetry.ts';

export type Told = {
  /** The library. */
  scope: string;
  startedAt: number;
  endedAt: number;
  /** What no other call is called at the same time: by the id of its response, and by what was said. */
  names: readonly string[];
};

const IDS = ['gen_ai.response.id', 'ai.response.id'];
/** In the JSON of a response, whoever wrote it: ids as OpenAI, Anthropic and OpenRouter make them. */
const RESPONSE_ID = /"id" ?: ?"((?:chatcmpl|cmpl|resp|msg|gen)[-_][\w-]{8,128})"/;
const TOOL_CALL = 'llm.output_messages.0.message.tool_calls.0.tool_call.id';
const ANSWERS = ['llm.output_messages.0.message.content', 'gen_ai.completion.0.content', 'ai.response.text'];
const QUESTIONS = [
  ['llm.input_messages.', '.message.content'],
  ['gen_ai.prompt.', '.content'],
] as const;

/** Null where nothing tells it. */
export function toldOf({ scope, startedAt, endedAt, attributes }: Span): Told | null {
  if (startedAt === null || endedAt === null) return null;
  const names: string[] = [];
  const id = firstText(attributes, IDS) ?? idIn(attributes.get('output.value'));
  if (id !== null) names.push(digestOf(`id ${id}`));
  const said = answerOf(attributes);
  const asked = lastQuestion(attributes);
  if (said !== null && asked !== null) names.push(digestOf(`said ${asked}\n${said}`));
  return names.length === 0 ? null : { scope: scope.slice(0, 128), startedAt, endedAt, names };
}

/** Short, since many are remembered. */
function digestOf(text: string): string {
  return hash('sha256', text, 'base64').slice(0, 16);
}

function idIn(output: unknown): string | null {
  return typeof output === 'string' ? (RESPONSE_ID.exec(output)?.[1] ?? null) : null;
}

function answerOf(attributes: Attributes): string | null {
  return firstText(attributes, ANSWERS) ?? firstText(attributes, [TOOL_CALL]);
}

function lastQuestion(attributes: Attributes): string | null {
  for (const [before, behind] of QUESTIONS) {
    let last: string | null = null;
    for (let n = 0; attributes.has(`${before}${n}${behind}`); n++)
      last = firstText(attributes, [`${before}${n}${behind}`]) ?? last;
    if (last !== null) return last;
  }
  return null;
}
