import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

type Props = { appId: string; name: string; value: string; className?: string; children: ReactNode };

/** Narrows the list to what has the label, too; the interaction stays open. */
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
