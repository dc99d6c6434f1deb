import type { Interaction } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Props = { interaction: Interaction; children: ReactNode };

/** To the list of the whole trace: whatever else it was narrowed by would leave out parts of it. */
export function TraceLink({ interaction: { id, appId, trace }, children }: Props) {
  if (trace === null) return null;
  return (
    <Link
      to="/apps/$appId/interactions"
      params={{ appId }}
      search={{ range: '90d', trace: [trace.traceId], id }}
      title="Filter by this trace"
      className="text-accent underline"
    >
      {children}
    </Link>
  );
}
