import { Link, useParams } from '@tanstack/react-router';
import { accountOf, mayIn, useMe } from '../state/me.ts';
import { filtersOf, type View } from '../state/view.ts';
import { ACTION } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

const ICON =
  'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink';

type Props = {
  measure: string;
  /** Its filters are those of the monitor. */
  view: View;
  /** The dimension whose values the chart ranks: each is watched. */
  groupBy?: string;
  /** Words instead of an icon. */
  words?: boolean;
};

/** Leads to a new monitor of what a chart shows, for those who may create one. */
export function AlertLink({ measure, view, groupBy, words = false }: Props) {
  const { appId = '' } = useParams({ strict: false });
  if (!mayIn(accountOf(useMe(), appId), 'monitors:manage')) return null;
  return (
    <Link
      to="/apps/$appId/monitors/new"
      params={{ appId }}
      search={{ ...filtersOf(view), measure, ...(groupBy === undefined ? {} : { groupBy }) }}
      title="Alert me"
      className={words ? ACTION : ICON}
    >
      {words ? null : <Icon name="monitors" />}
      <span className={words ? '' : 'sr-only'}>Alert me</span>
    </Link>
  );
}
