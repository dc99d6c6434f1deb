import type { Arrival } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { count } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { Pulse } from './pulse.tsx';
import { wayName } from './way-names.ts';

/** The ways that are connected, and an invitation to try others. */
export function WaysCard({ known }: { known: readonly Arrival[] | undefined }) {
  useNow();
  return (
    <Card title="Connected">
      <div className="flex flex-col gap-3">
        {known === undefined ? <SkeletonRows rows={2} /> : null}
        {known && known.length > 0 ? (
          <ul aria-label="Connected" className="flex flex-col">
            {known.map((arrival) => (
              <li
                key={arrival.firstId}
                className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line py-1.5 first:pt-0"
              >
                <Link
                  to="/apps/$appId/interactions"
                  params={{ appId: arrival.appId }}
                  search={{ id: arrival.firstId }}
                  className="font-medium hover:text-accent hover:underline"
                >
                  {wayName(arrival)}
                </Link>
                <span className="text-sm text-ink-3 tabular-nums">
                  {count(arrival.count)} · <Time at={arrival.lastAt} timeZone={timeZoneOf({})} relative />
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        <p className="flex gap-3 text-sm text-ink-2">
          <Pulse calm={false} />
          <span>
            {known?.length === 0 ? 'Nothing has arrived since the server started. ' : null}
            Run a snippet: each new way shows up here within seconds.
          </span>
        </p>
      </div>
    </Card>
  );
}
