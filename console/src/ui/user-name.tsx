import { Link, useParams, useSearch } from '@tanstack/react-router';
import { fullName, type Person } from '../lib/user-name.ts';
import { useUserName } from '../state/user-names.ts';
import { rangeIn, readView, type View } from '../state/view.ts';

type Props = {
  userKey: string;
  /** What is known of them already. */
  person?: Person | null | undefined;
};

/** A user as people know them; the key on hover. */
export function UserName({ userKey, person }: Props) {
  const name = useUserName(userKey, person ? fullName(person) : '');
  return (
    <span dir="auto" title={userKey}>
      {name}
    </span>
  );
}

type LinkProps = Props & {
  /** What to look at there; the range that is looked at here, when absent. */
  view?: View;
  className?: string;
};

/** The name, and the way to what this user did. */
export function UserLink({ userKey, person, view, className = 'text-accent hover:underline' }: LinkProps) {
  const { appId = '' } = useParams({ strict: false });
  const here = readView(useSearch({ strict: false }));
  return (
    <Link
      to="/apps/$appId/users/$userKey"
      params={{ appId, userKey }}
      search={view ?? rangeIn(here)}
      className={className}
    >
      <UserName userKey={userKey} person={person} />
    </Link>
  );
}
