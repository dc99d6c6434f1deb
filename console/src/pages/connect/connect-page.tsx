import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { NoAccessPage } from '../../shell/no-access.tsx';
import { Page } from '../../shell/page.tsx';
import { accountOf, mayIn, useMe } from '../../state/me.ts';
import { newApiKey } from '../../state/new-api-keys.ts';
import { Greeting, Greetings } from './greetings.tsx';
import { KeysCard } from './keys-card.tsx';
import { SampleCard } from './sample-card.tsx';
import { SnippetCard } from './snippet-card.tsx';
import { useArrivals } from './use-arrivals.ts';
import { useFirstInteraction } from './use-first-interaction.ts';
import { WaitingCard } from './waiting-card.tsx';
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
  const arrived = first.state === 'arrived' || greeted.length > 0;
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
          <div aria-live="polite" className="flex flex-col gap-4 empty:hidden">
            {greeted.length > 0 ? (
              <Greetings greeted={greeted} isFirst={waits} />
            ) : first.state === 'arrived' ? (
              <Greeting id={first.interaction.id} title="Your first interaction is here" />
            ) : null}
          </div>
          {waits && !arrived ? <WaitingCard appId={appId} isAway={first.state === 'away'} /> : null}
          {waits && !arrived ? <SampleCard account={account} /> : null}
          {waits && !arrived ? null : <WaysCard known={known} />}
        </div>
      </div>
    </Page>
  );
}
