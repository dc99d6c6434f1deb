import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Props = { appId: string; name: string; value: string; className?: string; children: ReactNode };

/** Adds the label to the filters of the list; the interaction stays open. */
export function LabelLink({ appId, name, value, className = 'text-accent underline', children }: Props) {
  return (
    <Link
      from="/apps/$appId/interactions"
      to="/apps/$appId/interactions"
      params={{ appId }}
      search={(before) => ({ ...before, [`label.${name}`]: [value] })}
      title="Filter by this label"
      className={className}
    >
      {children}
    </Link>
  );
}
