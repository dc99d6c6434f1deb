/**
 * A conversation as it is written down here: what somebody asks, turn by turn, and what the assistant answers.
 *
 * Texts have blanks in double brackets: `[[order]]` is one of the values in `blanks.ts`, the same throughout a
 * conversation; `[[Hi|Hello]]` is one of the alternatives. So a few dozen conversations read like many.
 */
export type Language = 'en' | 'de' | 'fr';

export type ApplicationName = 'Support assistant' | 'Docs search' | 'Code review bot';

export type ToolUse = { name: string; arguments: Record<string, string | number>; result: string };

export type Turn = {
  ask: string;
  answer: string;
  /** What a model that thinks writes down before it answers. */
  thinking?: string;
  /** Called before the answer: such a turn is two interactions. */
  tool?: ToolUse;
  /** Called after it, one by one, each in an interaction of its own. */
  furtherTools?: readonly ToolUse[];
  /** The address of a picture that is sent along. */
  image?: string;
};

export function toolsOf({ tool, furtherTools = [] }: Turn): ToolUse[] {
  return tool ? [tool, ...furtherTools] : [];
}

export type Conversation = {
  language: Language;
  turns: readonly [Turn, ...Turn[]];
};
