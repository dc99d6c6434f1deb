import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useUserName } from '../state/user-names.ts';
import { rangeIn, readView, type View } from '../state/view.ts';

type Props = {
  userKey: string;
  /** The name, if it is known already. */
  known?: string;
};

/** A user's display name; the tooltip has the full name and the key. */
export function UserName({ userKey, known = '' }: Props) {
  const { name, title } = useNamed(userKey, known);
  return (
    <span dir="auto" title={title} className="block truncate">
      {name}
    </span>
  );
}

function useNamed(userKey: string, known: string): { name: string; title: string } {
  const name = useUserName(userKey, known);
  return { name, title: name === userKey ? name : `${name} · ${userKey}` };
}

type LinkProps = Props & {
  /** The view of the linked page; the current range by default. */
  view?: View;
  className?: string;
  /** Whether it opens the row it is in. */
  row?: boolean;
};

/** A user's name, linked to their page. */
export function UserLink({
  userKey,
  known = '',
  view,
  className = 'text-accent hover:underline',
  row = false,
}: LinkProps) {
  const { appId = '' } = useParams({ strict: false });
  const here = readView(useSearch({ strict: false }));
  const { name, title } = useNamed(userKey, known);
  return (
    <Link
      to="/apps/$appId/users/$userKey"
      params={{ appId, userKey }}
      search={view ?? rangeIn(here)}
      // On the element that may be cut: what is cut is the end of the name, in its own direction.
      dir="auto"
      title={title}
      className={className}
      data-row={row || undefined}
    >
      {name}
    </Link>
  );
}
