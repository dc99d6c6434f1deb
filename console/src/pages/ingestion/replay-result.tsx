import type { Accepted } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { Refusal } from '../../api/call.ts';
import { ErrorState } from '../../ui/status.tsx';
import { IssueList } from './issue-list.tsx';

type Props = { appId: string; accepted: Accepted | undefined; error: unknown };

export function ReplayResult({ appId, accepted, error }: Props) {
  if (error instanceof Refusal && error.code === 'invalid_payload') {
    return (
      <div role="alert" className="flex flex-col gap-1 rounded-md border border-bad/40 bg-bad-soft px-4 py-3">
        <p className="font-medium text-bad">Still rejected:</p>
        <IssueList issues={error.issues} />
      </div>
    );
  }
  if (error) return <ErrorState error={error} />;
  if (!accepted) return null;
  const warnings = accepted.warnings ?? [];
  return (
    <div className="flex flex-col gap-1 rounded-md border border-line bg-good-soft px-4 py-3">
      <p className="font-medium text-good">{accepted.duplicate ? 'Already recorded' : 'Recorded'}</p>
      <Link
        to="/apps/$appId/interactions"
        params={{ appId }}
        search={{ id: accepted.id }}
        className="text-accent hover:underline"
      >
        Show interaction
      </Link>
      {warnings.length > 0 ? (
        <ul className="list-disc pl-5 text-sm">
          {warnings.map(({ code, path, message }) => (
            <li key={`${code} ${path}`}>{message}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
