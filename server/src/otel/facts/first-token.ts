import { firstNumber, firstText } from '../attributes.ts';
import type { Call, CallEvent } from '../telemetry.ts';

const SECONDS = [
  'gen_ai.response.time_to_first_chunk',
  'gen_ai.response.time_to_first_token',
  'gen_ai.client.operation.time_to_first_chunk',
  'gen_ai.client.operation.time_to_first_token',
  'gen_ai.server.time_to_first_token',
];
const MILLISECONDS = ['ai.response.msToFirstChunk', 'ai.stream.msToFirstChunk'];
/** A time as JSON has it, or the same without its quotes. */
const MOMENT = ['langfuse.observation.completion_start_time'];
/** Events that are there because a piece came. */
const EVENTS: ReadonlySet<string> = new Set([
  'First Token Stream Event', // OpenInference
  'ai.stream.firstChunk', // Vercel
  'llm.content.completion.chunk', // OpenLLMetry: one for each piece
  'gen_ai.content.completion.chunk',
  'gen_ai.content.chunk',
]);
/** Where such an event may have its text. */
const TEXTS = ['content', 'text', 'gen_ai.completion', 'gen_ai.event.content'];
/** Longer than any answer takes to begin. */
const LONGEST_MS = 86_400_000;

/** Milliseconds from the request to the first piece of the answer. */
export function firstTokenOf(call: Call): number | null {
  const { attributes, events, startedAt } = call;
  const seconds = firstNumber(attributes, SECONDS);
  const ms = seconds === null ? firstNumber(attributes, MILLISECONDS) : inMs(seconds, call);
  if (ms !== null) return bounded(ms);
  const began = Date.parse(firstText(attributes, MOMENT)?.replaceAll('"', '') ?? '');
  if (startedAt !== null && began >= startedAt) return bounded(began - startedAt);
  const pieces = events.filter(({ name }) => EVENTS.has(name));
  const at = (pieces.find(hasText) ?? pieces[0])?.at ?? null;
  return at === null || startedAt === null ? null : bounded(at - startedAt);
}

/** Some write milliseconds under a name of seconds: nothing comes behind the end of its call. */
function inMs(seconds: number, { startedAt, endedAt }: Call): number {
  const took = startedAt === null || endedAt === null ? null : endedAt - startedAt;
  return took !== null && seconds * 1000 > took && seconds <= took ? seconds : seconds * 1000;
}

/** A stream begins with pieces that only announce the answer; whose event says nothing of it may be one of the others. */
function hasText({ attributes }: CallEvent): boolean {
  const type = firstText(attributes, ['chunk.type']);
  if (type !== null) return type.includes('delta');
  const stated = TEXTS.filter((name) => attributes.has(name));
  return stated.length === 0 || firstText(attributes, stated) !== null;
}

function bounded(ms: number): number | null {
  return ms >= 0 && ms <= LONGEST_MS ? Math.round(ms) : null;
}
