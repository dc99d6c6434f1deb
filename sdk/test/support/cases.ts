/** Programs that call a model with a provider's client, and the record that Parley must have of each call. */
import type { Fetch, Parley } from '../../src/index.ts';
import { ANSWER, TOKENS, TOOL } from './answers.ts';

/** Clients that do not accept a `fetch` get the Parley instance instead. */
export type Program = (fetch: Fetch, url: string, parley?: Parley) => Promise<unknown>;

/** The compared fields of a record. */
export type Expected = {
  format: string;
  type: string;
  requestedModel: string;
  outcome: 'ok' | 'error';
  outputText: string;
  toolCalls: { name: string; arguments: string }[];
  input: number | null;
  output: number | null;
  streamed: boolean;
  /** Whether the stream ended early. */
  cut: boolean;
};

export type Case = { name: string; run: Program; recorded: Expected[] };

export const QUESTION = 'Which river flows through Dresden?';

type Common = Pick<Expected, 'format' | 'type' | 'requestedModel'>;

export function answered(common: Common, more: Partial<Expected> = {}): Expected {
  const { input, output } = TOKENS;
  return {
    ...{ ...common, outcome: 'ok', outputText: ANSWER, toolCalls: [], input, output },
    ...{ streamed: false, cut: false, ...more },
  };
}

/** A response without text: an embedding, or a ranking, which has no token counts. */
export function found(common: Common, input: number | null = TOKENS.input): Expected {
  return answered(common, { outputText: '', input, output: null });
}

/** The text is not compared, because how much has arrived depends on timing. */
export function cutOff(common: Common): Expected {
  return answered(common, { streamed: true, cut: true, outputText: '', input: null, output: null });
}

export function called(common: Common, more: Partial<Expected> = {}): Expected {
  const call = { name: TOOL.name, arguments: JSON.stringify(TOOL.arguments) };
  return answered(common, { outputText: '', toolCalls: [call], ...more });
}

export function failed(common: Common, more: Partial<Expected> = {}): Expected {
  return answered(common, { outcome: 'error', outputText: '', input: null, output: null, ...more });
}

/** The visible properties of a caught error. */
export async function caught(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return { returned: await run() };
  } catch (error) {
    if (!(error instanceof Error)) return { thrown: error };
    const { name, message } = error;
    const { status, code, type, error: body } = error as { [member: string]: unknown } & Error;
    return { class: error.constructor.name, name, message, status, code, type, body };
  }
}

export async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const event of events) found.push(event);
  return found;
}

/** Stops after the first event. */
export async function first<T>(events: AsyncIterable<T>): Promise<T | undefined> {
  for await (const event of events) return event;
  return undefined;
}
