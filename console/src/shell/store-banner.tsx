import { Link } from '@tanstack/react-router';
import { useMe } from '../state/me.ts';
import { storeNotice, UNREACHABLE } from './store-notice.ts';
import { useStatus } from './use-status.ts';

/** A banner while the store is unhealthy. It disappears by itself. */
export function StoreBanner() {
  const me = useMe();
  const { status, isReachable } = useStatus();
  const notice = !isReachable ? UNREACHABLE : status ? storeNotice(status) : null;
  if (notice === null) return null;
  return (
    <section
      aria-label="Store status"
      className="sticky top-12 z-10 flex flex-wrap items-baseline gap-x-2 border-b border-warn/40 bg-warn-soft px-4 py-2 text-sm sm:px-6 lg:top-0"
    >
      <p className="min-w-0 break-words">
        <strong className="font-semibold text-warn">{notice.title}</strong> {notice.detail}
      </p>
      {me.accounts.some(({ role }) => role === 'owner') ? (
        <Link to="/system" className="text-accent underline" activeProps={{ className: 'hidden' }}>
          Open System
        </Link>
      ) : null}
    </section>
  );
}
