/** One call of a model, before it is written the way a provider writes it. */
import type { InteractionType } from '@parley/contract';
import type { ToolUse } from './conversations/conversation.ts';
import type { Model } from './models.ts';

export type ToolCall = { id: string; name: string; arguments: ToolUse['arguments'] };

export type Message =
  | { role: 'user'; text: string; image?: string }
  | { role: 'assistant'; text: string; call?: ToolCall }
  | { role: 'tool'; call: ToolCall; result: string };

/** How it ends: with an answer, with a call of a tool, cut off, stopped by a filter, or with an error. */
export type Ending = 'stop' | 'tool' | 'length' | 'blocked' | 'error';

export type Tokens = { input: number; cached: number; written: number; output: number; reasoning: number };

export type Exchange = {
  model: Model;
  system: string;
  tools: readonly string[];
  messages: readonly Message[];
  answer: { text: string; thinking?: string; call?: ToolCall };
  ending: Ending;
  tokens: Tokens;
  /** Letters and digits that make the ids of the upstream. */
  id: string;
  /** That of the last answer, which some upstreams remember. */
  previousId?: string;
  /** When the upstream was asked, in milliseconds. */
  at: number;
  /** Which of several upstream errors it is, when it ends with one. */
  errorNumber: number;
};

/** What goes over the wire. */
export type Written = { type: InteractionType; request: object; response: object };
