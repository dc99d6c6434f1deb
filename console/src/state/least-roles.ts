import type { MemberRole, Permission } from '@parley/contract';

/**
 * The least role with each permission that a section of a page needs. The contract has the table of all, which would
 * bring its schemas along; the test compares the two.
 */
export const LEAST_ROLES = {
  'keys:manage': 'member',
  'audit:read': 'admin',
} as const satisfies Partial<Record<Permission, MemberRole>>;

/** A permission that a section needs. */
export type SectionPermission = keyof typeof LEAST_ROLES;
