import type { Arrival } from '@parley/contract';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { NoAccessPage } from '../../shell/no-access.tsx';
import { Page } from '../../shell/page.tsx';
import { accountOf, mayIn, useMe } from '../../state/me.ts';
import { newApiKey } from '../../state/new-api-keys.ts';
import { Greeting } from './greeting.tsx';
import { KeysCard } from './keys-card.tsx';
import { SampleCard } from './sample-card.tsx';
import { SnippetCard } from './snippet-card.tsx';
import { useArrivals } from './use-arrivals.ts';
import { type FirstInteraction, useFirstInteraction } from './use-first-interaction.ts';
import { WaitingCard } from './waiting-card.tsx';
import { wayName } from './way-names.ts';
import { WaysCard } from './ways-card.tsx';

/** How to connect an application: its keys, snippets, and the first interaction as it arrives. */
export function ConnectPage() {
  const { appId } = useParams({ from: '/signed-in/apps/$appId/connect' });
  // Remounted for another application: its key must not stay on screen.
  return <Connect key={appId} appId={appId} />;
}

function Connect({ appId }: { appId: string }) {
  const me = useMe();
  const [apiKey, setApiKey] = useState(() => newApiKey(appId));
  const first = useFirstInteraction(appId);
  const { greeted, known } = useArrivals(appId);
  const application = me.applications.find(({ id }) => id === appId);
  if (!application) return <NoAccessPage to="application" />;
  const { appKey, ingestUrl } = application;
  const account = accountOf(me, appId);
  // A new API key in memory means a new application: it shows the waiting layout at once.
  const waits = first.state === 'unknown' ? apiKey !== undefined : first.state !== 'connected';
  const greeting = greetingOf(greeted, first, waits);
  const arrived = greeting !== null;
  return (
    <Page title={waits ? `Connect ${application.name}` : 'Connect'}>
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <KeysCard
            application={application}
            apiKey={apiKey}
            mayMakeKeys={mayIn(account, 'keys:manage')}
            onMade={setApiKey}
          />
          <SnippetCard keys={{ ingestUrl, appKey, apiKey: apiKey ?? 'YOUR_API_KEY' }} />
        </div>
        {/* On narrow screens a greeting comes first, where it is seen. */}
        <div
          className={`flex min-w-0 flex-col gap-4 xl:sticky xl:top-5 xl:order-none ${arrived ? 'order-first' : ''}`}
        >
          <div aria-live="polite" className="empty:hidden">
            {greeting ? <Greeting key={greeting.id} {...greeting} /> : null}
          </div>
          {waits && !arrived ? <WaitingCard appId={appId} isAway={first.state === 'away'} /> : null}
          {waits && !arrived ? <SampleCard account={account} /> : null}
          {first.state === 'connected' || arrived ? <WaysCard known={known} /> : null}
        </div>
      </div>
    </Page>
  );
}

/** The newest way with its first interaction. The list of ways has the others. */
function greetingOf(greeted: readonly Arrival[], first: FirstInteraction, waits: boolean) {
  const [newest, ...others] = greeted;
  if (newest && (!waits || others.length > 0))
    return { id: newest.firstId, title: `New: ${wayName(newest)}` };
  const id = newest?.firstId ?? (first.state === 'arrived' ? first.interaction.id : null);
  return id === null ? null : { id, title: 'Your first interaction is here' };
}
