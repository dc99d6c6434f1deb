import type { Interaction } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Props = { interaction: Interaction; children: ReactNode };

/** Links to all interactions of the trace, without other filters, which would hide parts of it. */
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
