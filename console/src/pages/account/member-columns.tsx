import type { MemberRole } from '@parley/contract';
import type { Answer } from '../../api/call.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { asRole, ROLE_NAMES, rolesToGive } from './roles.tsx';

export type Member = Answer<'GET /v1/accounts/:accountId/members'>['data'][number];

type Options = {
  /** The reader's own role and person. */
  own: MemberRole;
  personId: string;
  manages: boolean;
  onRole: (member: Member, role: MemberRole) => void;
  onRemove: (member: Member) => void;
};

export function memberColumns({ own, personId, manages, onRole, onRemove }: Options): Column<Member>[] {
  // Nobody manages themselves, and only owners manage owners.
  const mayManage = (member: Member) =>
    manages && member.personId !== personId && (member.role !== 'owner' || own === 'owner');
  return [
    {
      name: 'who',
      head: 'Member',
      cell: ({ name, email, personId: id }) => (
        <div className="py-1.5">
          <bdi className="font-medium">{name}</bdi>
          {id === personId ? <span className="text-ink-3"> (you)</span> : null}
          <span
            title={email}
            className="block max-w-28 truncate sm:max-w-48 text-sm text-ink-3 md:max-w-none"
          >
            {email}
          </span>
        </div>
      ),
    },
    {
      name: 'role',
      head: 'Role',
      cell: (member) =>
        mayManage(member) ? (
          <select
            aria-label={`Role of ${member.name}`}
            value={member.role}
            onChange={({ target }) => onRole(member, asRole(target.value))}
            className="h-8 rounded-md border border-line-strong bg-surface px-2"
          >
            {rolesToGive(own).map((role) => (
              <option key={role} value={role}>
                {ROLE_NAMES[role]}
              </option>
            ))}
          </select>
        ) : (
          <Badge>{ROLE_NAMES[member.role]}</Badge>
        ),
    },
    {
      name: 'second',
      head: 'Two-factor',
      wide: true,
      cell: ({ secondFactor }) =>
        secondFactor ? <Badge tone="good">On</Badge> : <span className="text-ink-3">Off</span>,
    },
    {
      name: 'since',
      head: 'Member since',
      wide: true,
      cell: ({ createdAt }) => <Time at={createdAt} timeZone={timeZoneOf({})} />,
    },
    {
      name: 'do',
      head: 'Actions',
      quiet: true,
      figure: true,
      cell: (member) =>
        mayManage(member) ? (
          <Button look="ghost" small aria-label={`Remove ${member.name}`} onClick={() => onRemove(member)}>
            Remove
          </Button>
        ) : null,
    },
  ];
}
