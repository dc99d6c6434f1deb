/**
 * A conversation script: what the user asks, turn by turn, and what the assistant answers.
 *
 * Texts have blanks in double brackets: `[[order]]` is one of the values in `blanks.ts`, the same throughout
 * a conversation; `[[Hi|Hello]]` is one of the alternatives. So a few dozen scripts yield many conversations.
 */
export type Language = 'en' | 'de' | 'fr';

export type ApplicationName = 'Support assistant' | 'Docs search' | 'Code review bot';

export type ToolUse = { name: string; arguments: Record<string, string | number>; result: string };

export type Turn = {
  ask: string;
  answer: string;
  /** Thinking before the answer, for reasoning models. */
  thinking?: string;
  /** Tool call before the answer; such a turn has two interactions. */
  tool?: ToolUse;
  /** Tool calls after the answer, each in an interaction of its own. */
  furtherTools?: readonly ToolUse[];
  /** URL of an attached image. */
  image?: string;
};

export function toolsOf({ tool, furtherTools = [] }: Turn): ToolUse[] {
  return tool ? [tool, ...furtherTools] : [];
}

export type Conversation = {
  language: Language;
  turns: readonly [Turn, ...Turn[]];
};
