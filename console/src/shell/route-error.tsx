import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ErrorState } from '../ui/status.tsx';
import { PageNotLoaded } from './lazy-page.ts';
import { reloadOnce, serverAnswers } from './reload.ts';

type Props = { error: unknown; reset: () => void };

/** Replaces a page that failed; the shell stays. */
export function RouteError({ error, reset }: Props) {
  const router = useRouter();
  const retry = () => {
    // Loaders of the page run again.
    void router.invalidate();
    reset();
  };
  return (
    <div className="mx-auto max-w-xl p-8">
      {error instanceof PageNotLoaded ? (
        <NotLoaded error={error} reset={reset} />
      ) : (
        <ErrorState error={error} retry={retry} />
      )}
    </div>
  );
}

/** Retries automatically once the network is back. */
function NotLoaded({ error, reset }: { error: PageNotLoaded; reset: () => void }) {
  const [trying, setTrying] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    const loaded = await error.again().then(
      () => true,
      () => false,
    );
    if (loaded) return reset();
    // The server responds but the page is missing: a new version, or a browser that caches the failure.
    if (await serverAnswers()) reloadOnce();
    setTrying(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure, and whenever the network comes back.
  useEffect(() => {
    const onOnline = () => void tryAgain();
    if (navigator.onLine) onOnline();
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [error]);
  return <ErrorState error={error} retry={tryAgain} busy={trying} />;
}
