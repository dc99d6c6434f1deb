/** Whose words a search looks at. */
import type { Exchange, Message, Part, Role } from '../record.ts';

/** Values of the parameter `in`. Without it, a search looks at what people and the model said anew. */
export const SEARCH_IN = ['user', 'assistant', 'system', 'tool', 'any'] as const;
export type SearchIn = (typeof SEARCH_IN)[number];

/** The new parts of a turn that a search looks at. `any` looks at the repeated history as well. */
export const SEARCHED_ROLES = {
  default: ['user', 'assistant'],
  user: ['user'],
  assistant: ['assistant'],
  system: ['system'],
  tool: ['tool'],
  any: ['user', 'assistant', 'system', 'tool'],
} as const satisfies Record<SearchIn | 'default', readonly Role[]>;

type Asked = Pick<Exchange, 'input'> & Partial<Pick<Exchange, 'previousUpstreamId'>>;

/**
 * Whether each input message is new in its turn, rather than history that the client sends again.
 *
 * It follows from the request alone: history ends with the last answer, so what stands behind it is new. An answer at
 * the very end is the beginning of the next one, which the client dictates. A system prompt is new where the
 * conversation begins; a request that names the response before it goes on.
 */
export function areNew({ input, previousUpstreamId = null }: Asked): boolean[] {
  const from = input.findLastIndex(({ role }, i) => role === 'assistant' && i < input.length - 1) + 1;
  return input.map(({ role }, i) => i >= from && !(role === 'system' && previousUpstreamId !== null));
}

/** A text of the input that search looks at. */
export type SaidText = {
  text: string;
  role: Role;
  /** Whether it is new in its turn, rather than repeated history. */
  isNew: boolean;
};

/** Texts and tool results of the input in the order of its messages; thinking and calls of tools are not searched. */
export function saidTexts(asked: Asked): SaidText[] {
  const isNew = areNew(asked);
  return asked.input.flatMap((message, i) =>
    message.content.flatMap((part): SaidText[] => {
      const text = searchedText(part);
      return text === '' ? [] : [{ text, role: roleOfPart(message, part), isNew: isNew[i] ?? true }];
    }),
  );
}

function searchedText(part: Part): string {
  return part.type === 'text' || part.type === 'refusal' || part.type === 'tool_result' ? part.text : '';
}

/** Results come from tools, whoever passes them on. */
function roleOfPart({ role }: Message, { type }: Part): Role {
  return type === 'tool_result' ? 'tool' : role;
}
