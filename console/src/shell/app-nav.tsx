import { Link, useLocation } from '@tanstack/react-router';
import { APP_PAGE_NAMES, APP_PAGES, type AppPage, type AppPageName } from '../pages/page-list.ts';
import { accountOf, mayIn, useMe } from '../state/me.ts';
import type { View } from '../state/view.ts';
import { Icon } from '../ui/icon.tsx';
import { SavedViews } from '../views/saved-views.tsx';
import { FiringCount } from './firing-count.tsx';
import { NAV_LINK, NavGroup } from './nav-group.tsx';
import { pageAt, pageLink } from './page-link.ts';
import { RejectionCount } from './rejection-count.tsx';

type Props = {
  appId: string;
  /** The view that links to other pages carry. */
  view: View;
};

/** The pages of an application, and inviting people to it. */
export function AppNav({ appId, view, onInvite }: Props & { onInvite: () => void }) {
  const mayInvite = mayIn(accountOf(useMe(), appId), 'members:manage');
  const links = (group: AppPage['group']) =>
    APP_PAGE_NAMES.filter((name) => APP_PAGES[name].group === group).map((name) => (
      <PageLink key={name} name={name} appId={appId} view={view} />
    ));
  return (
    <>
      <NavGroup title="Explore">{links('Explore')}</NavGroup>
      <SavedViews appId={appId} />
      <NavGroup title="Operate">{links('Operate')}</NavGroup>
      <NavGroup title="Set up">
        {links('Set up')}
        {mayInvite ? (
          <button type="button" className={NAV_LINK} onClick={onInvite}>
            <Icon name="invite" />
            Invite people
          </button>
        ) : null}
      </NavGroup>
    </>
  );
}

function PageLink({ name, appId, view }: Props & { name: AppPageName }) {
  const { pathname } = useLocation();
  const isCurrent = pathname.startsWith(`/apps/${appId}/`) && pageAt(pathname)?.name === name;
  const { title, icon } = APP_PAGES[name];
  return (
    <Link {...pageLink(name, appId, view)} aria-current={isCurrent ? 'page' : undefined} className={NAV_LINK}>
      <Icon name={icon} />
      {title}
      {name === 'monitors' ? <FiringCount appId={appId} /> : null}
      {name === 'ingestion' ? <RejectionCount appId={appId} isOpen={isCurrent} /> : null}
    </Link>
  );
}
