import type { Role } from '@parley/contract';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  system: 'System',
  user: 'User',
  assistant: 'Assistant',
  tool: 'Tool',
};
