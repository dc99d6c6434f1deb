import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useUserName } from '../state/user-names.ts';
import { rangeIn, readView, type View } from '../state/view.ts';

type Props = {
  userKey: string;
  /** The name, where it need not be asked for. */
  known?: string;
};

/** A user as people know them; on hover with the key, and in full where there is no room for it. */
export function UserName({ userKey, known = '' }: Props) {
  const name = useUserName(userKey, known);
  return (
    <span dir="auto" title={name === userKey ? name : `${name} · ${userKey}`}>
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
export function UserLink({
  userKey,
  known = '',
  view,
  className = 'text-accent hover:underline',
}: LinkProps) {
  const { appId = '' } = useParams({ strict: false });
  const here = readView(useSearch({ strict: false }));
  return (
    <Link
      to="/apps/$appId/users/$userKey"
      params={{ appId, userKey }}
      search={view ?? rangeIn(here)}
      className={className}
    >
      <UserName userKey={userKey} known={known} />
    </Link>
  );
}
