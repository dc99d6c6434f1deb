import { Link } from '@tanstack/react-router';
import { NoMatches } from '../../filters/no-matches.tsx';
import type { View } from '../../state/view.ts';
import { EmptyState } from '../../ui/status.tsx';

type Props = { appId: string; view: View; who: string | undefined; onChange: (view: View) => void };

export function NoUsers({ appId, view, who, onChange }: Props) {
  if (who !== undefined) {
    return (
      <EmptyState title="No matches">
        No user in this range has “<bdi>{who}</bdi>” in their name, email or key.
      </EmptyState>
    );
  }
  return (
    <NoMatches view={view} onChange={onChange} what="users">
      Users are the people your application identifies by <code className="font-mono">userId</code> or{' '}
      <code className="font-mono">email</code>.{' '}
      <Link to="/apps/$appId/connect" params={{ appId }} className="text-accent underline">
        See how to send it
      </Link>
    </NoMatches>
  );
}
