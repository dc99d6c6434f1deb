import { Link, useParams } from '@tanstack/react-router';
import { accountOf, mayIn, useMe } from '../state/me.ts';
import { filtersOf, type View } from '../state/view.ts';
import { Icon } from '../ui/icon.tsx';

type Props = {
  measure: string;
  /** Its filters are those of the monitor. */
  view: View;
  groupBy?: string;
};

/** Leads to a new monitor of what a chart shows, for those who may create one. */
export function AlertLink({ measure, view, groupBy }: Props) {
  const { appId = '' } = useParams({ strict: false });
  if (!mayIn(accountOf(useMe(), appId), 'monitors:manage')) return null;
  return (
    <Link
      to="/apps/$appId/monitors/new"
      params={{ appId }}
      search={{ ...filtersOf(view), measure, ...(groupBy === undefined ? {} : { groupBy }) }}
      title="Alert me"
      className="inline-flex size-7 items-center justify-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
    >
      <Icon name="monitors" />
      <span className="sr-only">Alert me</span>
    </Link>
  );
}
