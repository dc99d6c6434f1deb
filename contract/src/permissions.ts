/** The permissions of each role in an account. Routes refer to this table, and the docs show it. */
import { z } from 'zod';

export const MEMBER_ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export const MemberRole = z.enum(MEMBER_ROLES);
export type MemberRole = z.infer<typeof MemberRole>;

const EVERYBODY: readonly MemberRole[] = MEMBER_ROLES;
const WORKING: readonly MemberRole[] = ['owner', 'admin', 'member'];
const MANAGING: readonly MemberRole[] = ['owner', 'admin'];

export const PERMISSIONS = {
  'account:read': { roles: EVERYBODY, meaning: 'see the account and who belongs to it' },
  'account:update': { roles: MANAGING, meaning: 'rename the account' },
  'members:manage': {
    roles: MANAGING,
    meaning: 'invite and remove people, and change their roles; only owners do so with owners',
  },
  'audit:read': { roles: MANAGING, meaning: 'read and export the audit log' },
  'applications:read': { roles: EVERYBODY, meaning: 'see applications, their settings and prices' },
  'applications:write': {
    roles: WORKING,
    meaning: 'create and rename applications, change their settings and prices',
  },
  'applications:archive': { roles: MANAGING, meaning: 'archive and restore applications' },
  'applications:delete': { roles: MANAGING, meaning: 'delete applications with their data' },
  'keys:manage': { roles: WORKING, meaning: 'see, create, rotate and revoke API keys and read tokens' },
  'interactions:read': { roles: EVERYBODY, meaning: 'read interactions, sessions, users and analytics' },
  'interactions:replay': { roles: WORKING, meaning: 'take rejected payloads once more' },
  'views:share': { roles: WORKING, meaning: 'share saved views with everybody in the account' },
  'views:manage': { roles: MANAGING, meaning: 'change and delete views that others share' },
} as const satisfies Record<string, { roles: readonly MemberRole[]; meaning: string }>;

export type Permission = keyof typeof PERMISSIONS;
export const Permission = z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]]);

export function may(role: MemberRole, permission: Permission): boolean {
  return PERMISSIONS[permission].roles.includes(role);
}

export function permissionsOf(role: MemberRole): Permission[] {
  return Permission.options.filter((permission) => may(role, permission));
}
