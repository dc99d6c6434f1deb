import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { OUTER_PAGES } from '../pages/page-list.ts';
import { best } from '../palette/match.ts';
import { accountOf, mayIn, type OwnApplication, useMe } from '../state/me.ts';
import { rangeIn, type View } from '../state/view.ts';
import { Icon } from '../ui/icon.tsx';
import { Picker, type PickerOption } from '../ui/picker.tsx';
import { Popover } from '../ui/popover.tsx';
import { pageAt, pageLink } from './page-link.ts';

type Props = {
  /** Undefined for all applications, or before one is chosen. */
  application: OwnApplication | undefined;
  isAll: boolean;
  view: View;
};

const BUTTON =
  'flex h-9 w-full min-w-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-2.5 font-medium hover:bg-sunken';

/** Switches to another application: the same page with the same range. */
export function AppSwitcher({ application, isAll, view }: Props) {
  const name = isAll ? OUTER_PAGES.applications.title : (application?.name ?? 'Choose an application');
  return (
    <Popover
      title="Switch application"
      className={BUTTON}
      label={
        <>
          <Icon name={isAll ? 'all' : 'application'} className="text-ink-3" />
          <span className="sr-only">Application: </span>
          <span dir="auto" className="min-w-0 truncate">
            {name}
          </span>
          <Icon name="choose" className="ml-auto text-ink-3" />
        </>
      }
    >
      {(close) => <Applications current={isAll ? 'all' : application?.id} view={view} onDone={close} />}
    </Popover>
  );
}

const ALL: PickerOption = {
  id: 'all',
  title: OUTER_PAGES.applications.title,
  icon: OUTER_PAGES.applications.icon,
};
const NEW: PickerOption = {
  id: 'new',
  title: `${OUTER_PAGES.welcome.title}…`,
  icon: OUTER_PAGES.welcome.icon,
};
/** Maximum number listed; the others are found by typing. */
const MAX_LISTED = 200;

type ListProps = { current: string | undefined; view: View; onDone: () => void };

function Applications({ current, view, onDone }: ListProps) {
  const me = useMe();
  const [words, setWords] = useState('');
  const router = useRouter();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const several = me.accounts.length > 1;
  const options = me.applications
    .toSorted((a, b) => Number(a.archivedAt !== null) - Number(b.archivedAt !== null))
    .map(({ id, name, archivedAt }): PickerOption => {
      const account = several ? accountOf(me, id)?.name : undefined;
      const detail = [account, archivedAt === null ? undefined : 'Archived'].filter(Boolean).join(' · ');
      return { id, title: name, icon: 'application', detail };
    });
  const rest = [
    ...(me.applications.length > 1 ? [ALL] : []),
    ...(me.accounts.some((account) => mayIn(account, 'applications:write')) ? [NEW] : []),
  ];
  const mark = (option: PickerOption) => ({ ...option, current: option.id === current });
  const pick = ({ id }: PickerOption) => {
    onDone();
    const range = rangeIn(view);
    if (id === ALL.id) return void navigate({ to: OUTER_PAGES.applications.path, search: range });
    if (id === NEW.id) return void navigate({ to: OUTER_PAGES.welcome.path });
    const page = pageAt(pathname)?.name ?? 'overview';
    router.history.push(router.buildLocation(pageLink(page, id, range)).href);
  };
  return (
    <div className="-m-1.5 w-72 max-w-[calc(100vw-2rem)]">
      <Picker
        label="Applications"
        placeholder="Find an application"
        words={words}
        onWords={setWords}
        groups={[
          { title: 'Applications', options: best(words, options, MAX_LISTED).map(mark) },
          { title: 'More', options: best(words, rest).map(mark) },
        ]}
        onPick={pick}
        none="No matches"
        className="max-h-80"
      />
    </div>
  );
}
