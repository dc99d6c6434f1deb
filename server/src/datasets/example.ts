/** A conversation to learn from, before it is written in the format of a provider. */
import type { DatasetNote, LeftOut, Message, Part, Role } from '@parley/contract';

/** A function that the model may call; `parameters` is a JSON schema. */
export type Tool = { name: string; description: string | null; parameters: Record<string, unknown> };

export type Call = { id: string; name: string; arguments: string };
export type Media = Extract<Part, { type: 'media' }>;

/** A message, by what formats tell apart. */
export type Turn =
  | { role: 'system'; text: string }
  | { role: 'user'; texts: string[]; media: Media[] }
  | { role: 'assistant'; text: string; refusal: string | null; calls: Call[]; disliked: boolean }
  | { role: 'tool'; id: string; name: string | null; text: string };
export type AssistantTurn = Extract<Turn, { role: 'assistant' }>;

export type Example = {
  /** Of its interaction. */
  id: string;
  /** Up to the answer. */
  turns: Turn[];
  answer: AssistantTurn;
  /** The text that the model answered, where a correction replaces it. */
  replaced: string | null;
  /** Whether a correction replaces this answer or an earlier one. */
  corrected: boolean;
  tools: Tool[];
  /** Earlier answers have lines of their own. */
  onlyAnswer: boolean;
};

/** Thrown for what a format cannot express: the interaction is left out, and the manifest says why. */
export class Inexpressible extends Error {
  readonly reason: LeftOut;
  readonly detail: string | undefined;

  constructor(reason: LeftOut, detail?: string) {
    super(detail ?? reason);
    this.reason = reason;
    this.detail = detail;
  }
}

/** The messages as turns, without the model's reasoning; calls without an id get one. */
export function turnsOf(messages: readonly Message[], note: (note: DatasetNote) => void): Turn[] {
  const turns: Turn[] = [];
  const open: Call[] = [];
  let unnamed = 0;
  const newId = () => `call_${++unnamed}`;
  for (const { role, content } of messages) {
    const parts = content.filter((part) => !isThinking(part));
    if (parts.length < content.length) note('thinking');
    if (parts.length === 0) continue;
    for (const part of parts) {
      if (part.type === 'other' || part.type === 'ranked')
        throw new Inexpressible('unknown_part', nameOf(part));
    }
    if (role === 'tool') {
      for (const part of parts) if (part.type === 'tool_result') turns.push(resultOf(part, open, newId));
      continue;
    }
    const turn = turnOf(role, parts, newId);
    if (turn.role === 'assistant') open.push(...turn.calls);
    turns.push(turn);
  }
  return turns;
}

function turnOf(role: Exclude<Role, 'tool'>, parts: readonly Part[], newId: () => string) {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const media = parts.filter((part) => part.type === 'media');
  if (role === 'user') return { role, texts, media } satisfies Turn;
  if (media.length > 0) throw new Inexpressible('media', `${media[0]?.kind} in a message of the ${role}`);
  if (role === 'system') return { role, text: texts.join('\n') } satisfies Turn;
  const refusals = parts.flatMap((part) => (part.type === 'refusal' ? [part.text] : []));
  const calls = parts.flatMap((part) =>
    part.type === 'tool_call' ? [{ id: part.id ?? newId(), name: part.name, arguments: part.arguments }] : [],
  );
  // As in `outputText`: upstreams split one text into several parts.
  const refusal = refusals.length === 0 ? null : refusals.join('');
  return { role, text: texts.join(''), refusal, calls, disliked: false } satisfies Turn;
}

/** The result of the call with its id or, without one, of the oldest open call of its tool. */
function resultOf(
  { id, name, text }: Extract<Part, { type: 'tool_result' }>,
  open: Call[],
  newId: () => string,
): Turn {
  const place = open.findIndex((call) =>
    id === null ? name === null || call.name === name : call.id === id,
  );
  const [call] = place === -1 ? [] : open.splice(place, 1);
  return { role: 'tool', id: call?.id ?? id ?? newId(), name: call?.name ?? name, text };
}

function isThinking(part: Part): boolean {
  return part.type === 'thinking' || (part.type === 'other' && part.name === 'redacted_thinking');
}

function nameOf(part: Part): string {
  return part.type === 'other' ? part.name : part.type;
}
