/** What somebody may not see, and whom to ask. */
import { Link } from '@tanstack/react-router';
import { ROLE_NAMES } from '../pages/account/roles.tsx';
import { LEAST_ROLES, type SectionPermission } from '../state/least-roles.ts';
import { type OwnAccount, useMe } from '../state/me.ts';
import { EmptyState } from '../ui/status.tsx';
import { Page } from './page.tsx';

/**
 * For an id that the reader cannot see. The text is the same whether it exists or not: nobody learns which
 * applications and accounts others have.
 */
export function NoAccessPage({ to }: { to: 'application' | 'account' }) {
  const { person } = useMe();
  return (
    <Page title={`You don’t have access to this ${to}`}>
      <p className="max-w-2xl text-ink-2">
        Either it doesn’t exist, or it belongs to people who haven’t invited you. If somebody sent you the
        link, ask an owner for an invitation to <bdi className="font-medium text-ink">{person.email}</bdi>.
      </p>
      <Link to="/" className="self-start text-accent underline">
        Go to your applications
      </Link>
    </Page>
  );
}

type Props = {
  /** The section that needs the permission. */
  to: string;
  account: OwnAccount;
  needs: SectionPermission;
};

/** For a section that exists, and that the reader's role does not include. */
export function NoAccess({ to, account, needs }: Props) {
  return (
    <EmptyState title={`You don’t have access to ${to}`}>
      It needs the role {ROLE_NAMES[LEAST_ROLES[needs]]} or higher, and you are a {ROLE_NAMES[account.role]}{' '}
      of <bdi>{account.name}</bdi>. Ask an owner or an admin to change your role.
    </EmptyState>
  );
}
