import { firstNumber, firstText } from '../attributes.ts';
import type { Call } from '../telemetry.ts';

const SECONDS = ['gen_ai.response.time_to_first_chunk', 'gen_ai.server.time_to_first_token'];
const MILLISECONDS = ['ai.response.msToFirstChunk', 'ai.stream.msToFirstChunk'];
/** A time as JSON has it, or the same without its quotes. */
const MOMENT = ['langfuse.observation.completion_start_time'];
/** Events that are there because the first piece came. */
const EVENTS: ReadonlySet<string> = new Set([
  'First Token Stream Event', // OpenInference
  'ai.stream.firstChunk', // Vercel
  'llm.content.completion.chunk', // OpenLLMetry: one for each piece
]);
/** Longer than any answer takes to begin. */
const LONGEST_MS = 86_400_000;

/** Milliseconds from the request to the first piece of the answer. */
export function firstTokenOf({ attributes, events, startedAt }: Call): number | null {
  const seconds = firstNumber(attributes, SECONDS);
  const ms = seconds === null ? firstNumber(attributes, MILLISECONDS) : seconds * 1000;
  if (ms !== null) return bounded(ms);
  const began = Date.parse(firstText(attributes, MOMENT)?.replaceAll('"', '') ?? '');
  if (startedAt !== null && began >= startedAt) return bounded(began - startedAt);
  const first = events.find(({ name }) => EVENTS.has(name));
  const at = first?.at ?? null;
  return at === null || startedAt === null ? null : bounded(at - startedAt);
}

function bounded(ms: number): number | null {
  return ms >= 0 && ms <= LONGEST_MS ? Math.round(ms) : null;
}
