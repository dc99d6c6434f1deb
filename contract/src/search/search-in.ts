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

/** Who said a part of a message: results come from tools, whoever passes them on. */
export function roleOfPart({ role }: Pick<Message, 'role'>, { type }: Part): Role {
  return type === 'tool_result' ? 'tool' : role;
}
