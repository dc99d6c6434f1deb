import { Link } from '@tanstack/react-router';
import { count } from '../../lib/format.ts';
import { ANONYMOUS } from '../../lib/user-name.ts';
import type { View } from '../../state/view.ts';
import { Money } from '../../ui/money.tsx';

type Props = { appId: string; view: View; interactions: number; costUsd: number | null };

/** A line that sums up anonymous interactions and links to them. */
export function AnonymousLine({ appId, view, interactions, costUsd }: Props) {
  return (
    <Link
      to="/apps/$appId/interactions"
      params={{ appId }}
      search={{ ...view, user: [''] }}
      className="text-accent hover:underline"
    >
      {ANONYMOUS}: {count(interactions)} {interactions === 1 ? 'interaction' : 'interactions'}
      {costUsd === null ? null : (
        <>
          , <Money value={costUsd} />
        </>
      )}
    </Link>
  );
}
