import type { Session } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { count } from '../../lib/format.ts';
import type { SessionsSearch } from './sessions-query.ts';

type Props = {
  session: Pick<Session, 'appId' | 'labels'>;
  /** The search of the list that a click narrows. */
  search: SessionsSearch;
  /** How many are shown; the others are counted. */
  most?: number;
};

/** The labels of a session's interactions; a click lists the sessions with one. */
export function SessionLabels({
  session: { appId, labels },
  search,
  most = Number.POSITIVE_INFINITY,
}: Props) {
  const all = Object.entries(labels).flatMap(([name, values]) => values.map((value) => ({ name, value })));
  const hidden = all.slice(most);
  return (
    <ul aria-label="Labels" className="flex min-w-0 flex-wrap gap-1">
      {all.slice(0, most).map(({ name, value }) => (
        <li key={`${name} ${value}`} className="max-w-full min-w-0">
          <Link
            to="/apps/$appId/sessions"
            params={{ appId }}
            search={{ ...search, [`label.${name}`]: [value] }}
            title={`Sessions with ${name}: ${value}`}
            className="block max-w-60 truncate rounded-sm bg-sunken px-1.5 py-px text-xs text-ink-2 hover:bg-accent-soft hover:text-accent-strong"
          >
            {name}:{' '}
            <span dir="auto" className="font-medium">
              {value}
            </span>
          </Link>
        </li>
      ))}
      {hidden.length > 0 ? (
        <li
          title={hidden.map(({ name, value }) => `${name}: ${value}`).join('\n')}
          className="px-1 py-px text-xs text-ink-3"
        >
          +{count(hidden.length)}
        </li>
      ) : null}
    </ul>
  );
}
