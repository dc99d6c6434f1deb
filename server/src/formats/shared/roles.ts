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

/** An undocumented role counts as the user's, since it is input. */
export function roleOf(value: unknown): Role {
  if (typeof value !== 'string' || value.length > 16) return 'user';
  return ROLES.get(value) ?? ROLES.get(value.toLowerCase()) ?? 'user';
}
