import { Card } from '../../ui/card.tsx';
import { ArrivedInteraction } from './arrived-interaction.tsx';
import { RefusedCard } from './refused-card.tsx';
import type { FirstInteraction } from './use-first-interaction.ts';

export function WaitingCard({ appId, first }: { appId: string; first: FirstInteraction }) {
  return (
    <div>
      <div aria-live="polite">
        {first.state === 'arrived' ? (
          <ArrivedInteraction appId={appId} interaction={first.interaction} />
        ) : (
          <Waiting isAway={first.state === 'away'} />
        )}
      </div>
      {first.state === 'arrived' ? null : <RefusedCard appId={appId} />}
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

function Pulse({ calm }: { calm: boolean }) {
  return (
    <span aria-hidden className="relative mt-1.5 flex size-2.5 shrink-0">
      {calm ? null : <span className="absolute inset-0 animate-ping rounded-full bg-accent opacity-60" />}
      <span className={`relative size-2.5 rounded-full ${calm ? 'bg-warn' : 'bg-accent'}`} />
    </span>
  );
}
