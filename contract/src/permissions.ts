/** The permissions of each role in an account. Routes refer to this table, and the docs show it. */
import { z } from 'zod';

export const MEMBER_ROLES = ['owner', 'admin', 'member', 'viewer', 'reviewer'] as const;
export const MemberRole = z.enum(MEMBER_ROLES);
export type MemberRole = z.infer<typeof MemberRole>;

const ALL_ROLES: readonly MemberRole[] = MEMBER_ROLES;
const READERS: readonly MemberRole[] = ['owner', 'admin', 'member', 'viewer'];
const MEMBERS: readonly MemberRole[] = ['owner', 'admin', 'member'];
const ADMINS: readonly MemberRole[] = ['owner', 'admin'];

export const PERMISSIONS = {
  'account:leave': { roles: ALL_ROLES, meaning: 'leave the account' },
  'account:read': { roles: READERS, meaning: 'see the account and who belongs to it' },
  'account:update': { roles: ADMINS, meaning: 'rename the account' },
  'members:manage': {
    roles: ADMINS,
    meaning: 'invite and remove people, and change their roles; only owners do so with owners',
  },
  'audit:read': { roles: ADMINS, meaning: 'read and export the audit log' },
  'applications:read': { roles: READERS, meaning: 'see applications, their settings and prices' },
  'applications:write': {
    roles: MEMBERS,
    meaning: 'create and rename applications, change their settings and prices',
  },
  'applications:archive': { roles: ADMINS, meaning: 'archive and restore applications' },
  'applications:delete': { roles: ADMINS, meaning: 'delete applications with their data' },
  'keys:manage': { roles: MEMBERS, meaning: 'see, create, rotate and revoke API keys and read tokens' },
  'interactions:read': { roles: READERS, meaning: 'read interactions, sessions, users and analytics' },
  'interactions:replay': { roles: MEMBERS, meaning: 'take rejected payloads once more' },
  'scores:write': { roles: MEMBERS, meaning: 'score interactions, sessions and users, and delete scores' },
  'review:answer': {
    roles: [...MEMBERS, 'reviewer'],
    meaning: 'review the items of queues that are for everybody, or assigned to them',
  },
  'review:manage': {
    roles: MEMBERS,
    meaning: 'create, change and delete review queues, and see how far reviewers agree',
  },
  'monitors:manage': {
    roles: MEMBERS,
    meaning: 'create, change and delete monitors and the channels they tell',
  },
  'views:share': { roles: MEMBERS, meaning: 'share saved views with everybody in the account' },
  'views:manage': { roles: ADMINS, meaning: 'change and delete views that others share' },
} as const satisfies Record<string, { roles: readonly MemberRole[]; meaning: string }>;

export type Permission = keyof typeof PERMISSIONS;
export const Permission = z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]]);

export function may(role: MemberRole, permission: Permission): boolean {
  return PERMISSIONS[permission].roles.includes(role);
}

export function permissionsOf(role: MemberRole): Permission[] {
  return Permission.options.filter((permission) => may(role, permission));
}
