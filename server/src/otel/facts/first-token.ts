import { firstNumber, firstText } from '../attributes.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import type { Call, CallEvent } from '../telemetry.ts';

function namesOf(measure: keyof NonNullable<Dialect['firstToken']>): readonly string[] {
  return DIALECTS.flatMap(({ firstToken }) => firstToken?.[measure] ?? []);
}

const SECONDS = namesOf('seconds');
const MILLISECONDS = namesOf('milliseconds');
const MOMENT = namesOf('moment');
const EVENTS: ReadonlySet<string> = new Set(namesOf('events'));
/** Attributes of such an event that may hold its text. */
const TEXTS = ['content', 'text', 'gen_ai.completion', 'gen_ai.event.content'];
/** Longer than any answer takes to begin. */
const MAX_MS = 86_400_000;

/** Milliseconds from the request to the first piece of the answer. */
export function firstTokenOf(call: Call): number | null {
  const { attributes, events, startedAt } = call;
  const seconds = firstNumber(attributes, SECONDS);
  const ms = seconds === null ? firstNumber(attributes, MILLISECONDS) : inMs(seconds, call);
  if (ms !== null) return plausible(ms);
  const began = Date.parse(firstText(attributes, MOMENT)?.replaceAll('"', '') ?? '');
  if (startedAt !== null && began >= startedAt) return plausible(began - startedAt);
  const pieces = events.filter(({ name }) => EVENTS.has(name));
  const at = (pieces.find(hasText) ?? pieces[0])?.at ?? null;
  return at === null || startedAt === null ? null : plausible(at - startedAt);
}

/** Some libraries write milliseconds where seconds belong: known by a value beyond the end of the call. */
function inMs(seconds: number, { startedAt, endedAt }: Call): number {
  const took = startedAt === null || endedAt === null ? null : endedAt - startedAt;
  return took !== null && seconds * 1000 > took && seconds <= took ? seconds : seconds * 1000;
}

/**
 * False for pieces that only announce the answer. An event that says nothing about its text may have some.
 */
function hasText({ attributes }: CallEvent): boolean {
  const type = firstText(attributes, ['chunk.type']);
  if (type !== null) return type.includes('delta');
  const stated = TEXTS.filter((name) => attributes.has(name));
  return stated.length === 0 || firstText(attributes, stated) !== null;
}

function plausible(ms: number): number | null {
  return ms >= 0 && ms <= MAX_MS ? Math.round(ms) : null;
}
