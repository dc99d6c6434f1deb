import { Link, useLocation } from '@tanstack/react-router';
import type { View } from '../state/view.ts';
import { Icon } from '../ui/icon.tsx';
import { SavedViews } from '../views/saved-views.tsx';
import { APP_PAGES, type AppPage, pageAt } from './app-pages.ts';
import { NAV_LINK, NavGroup } from './nav-group.tsx';
import { RejectionCount } from './rejection-count.tsx';

type Props = {
  appId: string;
  /** What is looked at goes along from page to page. */
  view: View;
};

/** The pages of an application. */
export function AppNav({ appId, view }: Props) {
  const links = (group: AppPage['group']) =>
    APP_PAGES.filter((page) => page.group === group).map((page) => (
      <PageLink key={page.path} page={page} appId={appId} view={view} />
    ));
  return (
    <>
      <NavGroup title="Explore">{links('Explore')}</NavGroup>
      <SavedViews appId={appId} />
      <NavGroup title="Operate">{links('Operate')}</NavGroup>
      <NavGroup title="Set up">{links('Set up')}</NavGroup>
    </>
  );
}

function PageLink({ page, appId, view }: Props & { page: AppPage }) {
  const { pathname } = useLocation();
  const isCurrent = pathname.startsWith(`/apps/${appId}/`) && pageAt(pathname) === page;
  return (
    // What is inside a page is the page, too: a session is one of the sessions.
    <Link {...page.link(appId, view)} aria-current={isCurrent ? 'page' : undefined} className={NAV_LINK}>
      <Icon name={page.icon} />
      {page.title}
      {page.path === 'intake' ? <RejectionCount appId={appId} isOpen={isCurrent} /> : null}
    </Link>
  );
}
