import { ErrorState } from '../ui/status.tsx';

export function RouteError({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <div className="mx-auto max-w-xl p-8">
      <ErrorState error={error} retry={reset} />
    </div>
  );
}
