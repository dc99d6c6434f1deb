import { Card } from '../../ui/card.tsx';
import { Pulse } from './pulse.tsx';
import { RefusedCard } from './refused-card.tsx';

type Props = { appId: string; isAway: boolean };

/** Waits for the first interaction, and shows what was refused meanwhile. */
export function WaitingCard({ appId, isAway }: Props) {
  return (
    <div>
      <Waiting isAway={isAway} />
      <RefusedCard appId={appId} />
    </div>
  );
}

function Waiting({ isAway }: { isAway: boolean }) {
  return (
    <Card>
      <div className="flex gap-3 pt-2">
        <Pulse calm={isAway} />
        {isAway ? (
          <div className="flex flex-col gap-1">
            <p className="font-medium">The store is not responding</p>
            <p className="text-sm text-ink-2">
              Everything you send is kept. It shows up here as soon as the store is back.
            </p>
          </div>
        ) : (
          <div className="flex flex-col gap-1">
            <p className="font-medium">Waiting for the first interaction…</p>
            <p className="text-sm text-ink-2">
              Run the snippet or your application. It shows up here within seconds.
            </p>
            <p className="text-sm text-ink-2">
              Nothing yet? Requests without this application’s keys don’t appear here: check the response they
              got.
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
