/** The frame of all pages: application switcher, navigation and account. */
import { Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { OUTER_PAGES } from '../pages/page-list.ts';
import { useCarriedView } from '../state/carried-view.ts';
import { onlyReviews, useMe } from '../state/me.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { ToastPlace } from '../ui/toast.tsx';
import { Overlay } from './overlay.tsx';
import type { OverlayName } from './overlay-props.ts';
import { pageLink } from './page-link.ts';
import type { Deed } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';
import { StoreBanner } from './store-banner.tsx';
import { useShortcuts } from './use-shortcuts.ts';

export function Shell() {
  const params = useParams({ strict: false });
  const me = useMe();
  const { applications } = me;
  // There is nothing to search.
  const searches = !onlyReviews(me);
  // Outside applications, and on inaccessible ones, the navigation is of the last application.
  const application =
    applications.find(({ id }) => id === params.appId) ??
    applications.find(({ id }) => id === localStorage.getItem('application'));
  const appId = application?.id;
  const { pathname } = useLocation();
  const isAll = pathname === OUTER_PAGES.applications.path;
  const view = useCarriedView(appId);
  const router = useRouter();
  const [overlay, setOverlay] = useState<OverlayName | null>(null);
  const drawer = useRef<HTMLDialogElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer that led to it.
  useEffect(() => drawer.current?.close(), [pathname]);
  const open = (name: OverlayName) => {
    drawer.current?.close();
    setOverlay(name);
  };
  useShortcuts((deed: Deed) => {
    if (deed.kind === 'search' && !searches) return;
    if (deed.kind === 'search') return overlay === 'palette' ? setOverlay(null) : open('palette');
    if (deed.kind === 'shortcuts') return open('shortcuts');
    if (appId) router.history.push(router.buildLocation(pageLink(deed.page, appId, view)).href);
  });
  const sidebar = (
    <Sidebar
      application={application}
      isAll={isAll}
      view={view}
      onSearch={() => open('palette')}
      onShortcuts={() => open('shortcuts')}
      onInvite={() => open('invite')}
    />
  );
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#main"
        className="absolute left-2 top-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="hidden border-r border-line lg:block">
        <div className="sticky top-0 h-dvh">{sidebar}</div>
      </div>
      <header className="sticky top-0 z-20 flex h-12 items-center gap-3 border-b border-line bg-canvas px-3 lg:hidden">
        <Button look="ghost" aria-label="Menu" onClick={() => drawer.current?.showModal()}>
          <Icon name="menu" />
        </Button>
        <span dir="auto" className="truncate font-semibold">
          {isAll ? OUTER_PAGES.applications.title : (application?.name ?? 'Parley')}
        </span>
        {searches ? (
          <Button look="ghost" aria-label="Search" className="ml-auto" onClick={() => open('palette')}>
            <Icon name="search" />
          </Button>
        ) : null}
      </header>
      <dialog
        ref={drawer}
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-72 border-r border-line bg-canvas p-0"
      >
        {sidebar}
      </dialog>
      <main id="main" className="min-w-0">
        <LoadingBar />
        <StoreBanner />
        <Outlet />
      </main>
      <ToastPlace />
      <Overlay name={overlay} appId={isAll ? undefined : appId} view={view} onOpen={setOverlay} />
    </div>
  );
}
