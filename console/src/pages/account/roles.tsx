import type { MemberRole } from '@parley/contract';
import { Card } from '../../ui/card.tsx';

/** What each role may do, in a sentence; the server has the table. */
export const ROLES: Record<MemberRole, string> = {
  viewer: 'Reads interactions, sessions, users, figures and settings. Changes nothing.',
  member: 'Also creates applications, changes settings and prices, manages keys and replays payloads.',
  admin:
    'Also invites and removes people other than owners, reads the audit log, archives and deletes applications.',
  owner: 'Also invites, changes and removes owners.',
};

/** The roles that somebody may give. */
export function rolesToGive(own: MemberRole): MemberRole[] {
  return own === 'owner' ? ['viewer', 'member', 'admin', 'owner'] : ['viewer', 'member', 'admin'];
}

export function asRole(text: string): MemberRole {
  return rolesToGive('owner').find((role) => role === text) ?? 'viewer';
}

export function RolesCard() {
  return (
    <Card title="What each role may do">
      <table className="w-full">
        <tbody>
          {Object.entries(ROLES).map(([role, meaning]) => (
            <tr key={role} className="border-t border-line first:border-t-0">
              <th scope="row" className="py-1.5 pr-4 text-left align-top font-medium">
                {role}
              </th>
              <td className="py-1.5 text-ink-2">{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
