import type { DatasetNote } from '@parley/contract';
import type { Example, Turn } from '../example.ts';
import { Inexpressible } from '../example.ts';

export type Note = (note: DatasetNote) => void;

/** The example as an object for one line; throws `Inexpressible`. */
export type Write = (example: Example, note: Note) => Record<string, unknown>;

/** The leading system messages as one text, and the turns behind them, for formats with a place for the former. */
export function systemApart({ turns, answer }: Example): {
  system: string;
  turns: Exclude<Turn, { role: 'system' }>[];
} {
  const begin = turns.findIndex(({ role }) => role !== 'system');
  const leading = begin === -1 ? turns : turns.slice(0, begin);
  const rest = begin === -1 ? [] : turns.slice(begin);
  const system = leading.flatMap((turn) => (turn.role === 'system' ? [turn.text] : [])).join('\n\n');
  const others = [...rest, answer].map((turn) => {
    if (turn.role === 'system') throw new Inexpressible('system_in_between');
    return turn;
  });
  return { system, turns: others };
}

/** The text of a user's message, for formats without media. */
export function onlyText({ texts, media }: Extract<Turn, { role: 'user' }>): string {
  if (media.length > 0) throw new Inexpressible('media', `${media[0]?.kind} in a message of the user`);
  return texts.join('\n');
}

/** For formats that train on every answer of a conversation. */
export function noteDisliked({ turns }: Example, note: Note): void {
  if (turns.some((turn) => turn.role === 'assistant' && turn.disliked)) note('weights');
}

export function saidBy({ text, refusal }: Extract<Turn, { role: 'assistant' }>): string {
  return text === '' ? (refusal ?? '') : text;
}

/** Arguments as an object, for formats that want no text. */
export function argumentsOf({ name, arguments: written }: { name: string; arguments: string }): object {
  try {
    const parsed: unknown = JSON.parse(written === '' ? '{}' : written);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed;
  } catch {
    // Not JSON: models write that, too.
  }
  throw new Inexpressible('rules', `The arguments of ${name} are not a JSON object.`);
}
