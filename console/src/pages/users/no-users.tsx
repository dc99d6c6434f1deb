import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../ui/status.tsx';

export function NoUsers({ appId, who }: { appId: string; who: string | undefined }) {
  if (who !== undefined) {
    return (
      <EmptyState title="No matches">
        No user in this range has “<bdi>{who}</bdi>” in their name, email or key.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No users in this range">
      Users are the people your application identifies by <code className="font-mono">userId</code> or{' '}
      <code className="font-mono">email</code>.{' '}
      <Link to="/apps/$appId/connect" params={{ appId }} className="text-accent underline">
        See how to send it
      </Link>
    </EmptyState>
  );
}
