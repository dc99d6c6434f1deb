/** What stands around every page: the application, the way to its pages, and the account. */
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useMe } from '../state/me.ts';
import { Button } from '../ui/button.tsx';
import { Sidebar } from './sidebar.tsx';
import { StoreBanner } from './store-banner.tsx';

export function Shell() {
  const params = useParams({ strict: false });
  const { applications } = useMe();
  // On pages of no application, and of somebody else's, the way leads back to the last one.
  const application =
    applications.find(({ id }) => id === params.appId) ??
    applications.find(({ id }) => id === localStorage.getItem('application'));
  const appId = application?.id;
  const { pathname } = useLocation();
  const drawer = useRef<HTMLDialogElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the drawer that led to it.
  useEffect(() => drawer.current?.close(), [pathname]);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[232px_minmax(0,1fr)]">
      <a
        href="#main"
        className="absolute left-2 top-2 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
      >
        Skip to the page
      </a>
      <div className="hidden border-r border-line lg:block">
        <div className="sticky top-0 h-dvh">
          <Sidebar appId={appId} />
        </div>
      </div>
      <header className="sticky top-0 z-20 flex h-12 items-center gap-3 border-b border-line bg-canvas px-3 lg:hidden">
        <Button look="ghost" aria-label="Menu" onClick={() => drawer.current?.showModal()}>
          ☰
        </Button>
        <span className="truncate font-semibold">{application?.name ?? 'Parley'}</span>
      </header>
      <dialog
        ref={drawer}
        aria-label="Menu"
        className="m-0 h-dvh max-h-none w-72 border-r border-line bg-canvas p-0"
      >
        <Sidebar appId={appId} />
      </dialog>
      <main id="main" className="min-w-0">
        <StoreBanner />
        <Outlet />
      </main>
    </div>
  );
}
