/** A model call before it is written in a provider's format. */
import type { InteractionType } from '@parley/contract';
import type { ToolUse } from './conversations/conversation.ts';
import type { Model } from './models.ts';

export type ToolCall = { id: string; name: string; arguments: ToolUse['arguments'] };

export type Message =
  | { role: 'user'; text: string; image?: string }
  | { role: 'assistant'; text: string; call?: ToolCall }
  | { role: 'tool'; call: ToolCall; result: string };

/** How the call ends: with an answer, a tool call, truncated, blocked by a filter, or with an error. */
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
  /** Random letters and digits for upstream ids. */
  id: string;
  /** Upstream id of the previous answer, for upstreams that store conversations. */
  previousId?: string;
  /** Request time in milliseconds. */
  at: number;
  /** Selects one of several upstream errors, when the call ends with one. */
  errorNumber: number;
};

/** The request and response bodies. */
export type Written = { type: InteractionType; request: object; response: object };
