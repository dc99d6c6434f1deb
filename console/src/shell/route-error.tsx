import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ErrorState } from '../ui/status.tsx';
import { PageNotLoaded } from './lazy-page.ts';
import { reloadOnce, serverAnswers } from './reload.ts';

type Props = { error: unknown; reset: () => void };

/** In the place of the page; what is around it stays. */
export function RouteError({ error, reset }: Props) {
  const router = useRouter();
  const retry = () => {
    // What the page needs before it is shown is asked for again.
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

/** Loads by itself as soon as the network is back. */
function NotLoaded({ error, reset }: { error: PageNotLoaded; reset: () => void }) {
  const [trying, setTrying] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    const loaded = await error.again().then(
      () => true,
      () => false,
    );
    if (loaded) return reset();
    // It is there and the page is not: another version, or a browser that does not try twice.
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
