import type { Role } from '@parley/contract';

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['chatbot', 'assistant'],
  ['bot', 'assistant'],
  ['ai', 'assistant'],
  ['tool', 'tool'],
  ['function', 'tool'],
  ['ipython', 'tool'],
]);

/** A role the upstreams do not document is read as the user's: input that somebody wrote. */
export function roleOf(value: unknown): Role {
  if (typeof value !== 'string' || value.length > 16) return 'user';
  return ROLES.get(value) ?? ROLES.get(value.toLowerCase()) ?? 'user';
}
