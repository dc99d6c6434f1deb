import type { MemberRole } from '@parley/contract';
import { Card } from '../../ui/card.tsx';

export const ROLE_NAMES: Record<MemberRole, string> = {
  reviewer: 'Reviewer',
  viewer: 'Viewer',
  member: 'Member',
  admin: 'Admin',
  owner: 'Owner',
};

/** What each role allows, in a sentence; the server has the table of permissions. */
export const ROLES: Record<MemberRole, string> = {
  reviewer: 'Can only review the items of review queues.',
  viewer: 'Can view interactions, sessions, users, metrics and settings.',
  member:
    'Can also create applications and review queues, change settings and prices, manage keys and replay payloads.',
  admin:
    'Can also invite and remove people other than owners, read the audit log, and archive or delete applications.',
  owner: 'Can also invite, change and remove owners.',
};

/** The roles that a member with this role may assign, from the one that can do least. */
export function rolesToGive(own: MemberRole): MemberRole[] {
  const roles: MemberRole[] = ['reviewer', 'viewer', 'member', 'admin'];
  return own === 'owner' ? [...roles, 'owner'] : roles;
}

export function asRole(text: string): MemberRole {
  return rolesToGive('owner').find((role) => role === text) ?? 'viewer';
}

export function RolesCard() {
  return (
    <Card title="Roles">
      <table className="w-full">
        <tbody>
          {rolesToGive('owner').map((role) => (
            <tr key={role} className="border-t border-line first:border-t-0">
              <th scope="row" className="py-1.5 pr-4 text-left align-top font-medium">
                {ROLE_NAMES[role]}
              </th>
              <td className="py-1.5 text-ink-2">{ROLES[role]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
