/** The differences between the prompts of two consecutive turns. */
import type { Interaction, Message } from '@parley/contract';
import { messageIdentity } from '@parley/contract/message-identity';
import { type Compared, compareLists } from '../lib/compare-lists.ts';
import { settingsOf } from './request-settings.ts';

type Turn = Pick<Interaction, 'input' | 'output' | 'model' | 'requestedModel'>;

/** `null`: not set. */
export type Changed = { name: string; before: string | null; after: string | null };

export type PromptChanges = {
  /** Indexes of the input messages that the previous turn had, too. */
  repeated: ReadonlySet<number>;
  /** The number of new messages. */
  added: number;
  /** The number of messages that are gone since the previous turn. */
  removed: number;
  /** The system prompt line by line; null if unchanged. */
  system: readonly Compared<string>[] | null;
};

/** Compares the messages of two turns. The previous answer is part of the history now. */
export function promptChanges(before: Turn, now: Turn): PromptChanges {
  const spoken = now.input
    .map((message, index) => ({ message, index }))
    .filter((one) => isSpoken(one.message));
  const known = [...before.input, ...before.output]
    .filter(isSpoken)
    .map((message) => ({ message, index: -1 }));
  const repeated = new Set<number>();
  let removed = 0;
  for (const { kind, item } of compareLists(known, spoken, ({ message }) => messageIdentity(message))) {
    if (kind === 'same') repeated.add(item.index);
    if (kind === 'removed' && !isAnswer(item.message, before)) removed++;
  }
  return { repeated, added: spoken.length - repeated.size, removed, system: systemChanges(before, now) };
}

/** The repeated messages that can be folded: not a call with a new result, which is shown next to it. */
export function foldable(messages: readonly Message[], repeated: ReadonlySet<number>): ReadonlySet<number> {
  const isResult = (index: number) => messages[index]?.content.some(({ type }) => type === 'tool_result');
  const awaits = (index: number) => {
    if (!messages[index]?.content.some(({ type }) => type === 'tool_call')) return false;
    let next = index + 1;
    while (isResult(next) && repeated.has(next)) next++;
    return isResult(next) === true;
  };
  return new Set([...repeated].filter((index) => !awaits(index)));
}

/** Compares parameters and tools of two raw requests. */
export function settingChanges(
  before: Turn & { request: unknown },
  now: Turn & { request: unknown },
): { parameters: Changed[]; tools: Changed[] } {
  const [old, own] = [settingsOf(before.request), settingsOf(now.request)];
  const models = [modelOf(before), modelOf(now)].map(
    (model) => new Map(model === null ? [] : [['model', model]]),
  );
  const [oldModel = new Map(), ownModel = new Map()] = models;
  return {
    parameters: [...changesIn(oldModel, ownModel), ...changesIn(old.parameters, own.parameters)],
    tools: changesIn(old.tools, own.tools),
  };
}

export function changesIn(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Changed[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names]
    .map((name) => ({ name, before: before.get(name) ?? null, after: after.get(name) ?? null }))
    .filter((change) => change.before !== change.after);
}

function modelOf({ model, requestedModel }: Turn): string | null {
  return requestedModel ?? model;
}

function isSpoken({ role }: Message): boolean {
  return role !== 'system';
}

/** An answer that the client did not send back does not count as removed. */
function isAnswer(message: Message, { output }: Turn): boolean {
  return output.includes(message);
}

function systemChanges(before: Turn, now: Turn): Compared<string>[] | null {
  const [old, own] = [systemText(before), systemText(now)];
  return old === own ? null : compareLists(linesOf(old), linesOf(own), (line) => line);
}

export function systemText({ input }: Pick<Turn, 'input'>): string {
  const parts = input.filter((message) => !isSpoken(message)).flatMap(({ content }) => content);
  return parts.map((part) => ('text' in part ? part.text : '')).join('\n');
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}
