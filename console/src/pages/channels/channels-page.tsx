import type { Channel } from '@parley/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../../api/use-ask.ts';
import { CHANNEL_KINDS } from '../../monitors/channel-kinds.ts';
import { Page } from '../../shell/page.tsx';
import { accountOf, mayIn, useMe } from '../../state/me.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { ChannelMenu } from './channel-menu.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { NewChannelDialog } from './new-channel-dialog.tsx';

const route = getRouteApi('/signed-in/apps/$appId/channels');

/** Where messages go, and what became of them. */
export function ChannelsPage() {
  const { appId } = route.useParams();
  const manages = mayIn(accountOf(useMe(), appId), 'monitors:manage');
  if (!manages)
    return (
      <Page title="Channels">
        <EmptyState title="Not allowed">Your role may see monitors, but not where they write to.</EmptyState>
      </Page>
    );
  return <Channels appId={appId} />;
}

function Channels({ appId }: { appId: string }) {
  const { data, error, refetch } = useAsk('GET /v1/channels', { query: { app: appId } });
  const [creates, setCreates] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const button = (
    <Button look="primary" onClick={() => setCreates(true)}>
      New channel
    </Button>
  );
  return (
    <Page title="Channels" aside={button}>
      {error ? <ErrorState error={error} retry={refetch} /> : null}
      {!data && !error ? <SkeletonRows rows={4} /> : null}
      {data?.data.length === 0 ? (
        <EmptyState title="No channels yet">
          Monitors write to channels: email, Slack, PagerDuty or a webhook of your own.
        </EmptyState>
      ) : null}
      {data && data.data.length > 0 ? (
        <>
          <DataTable
            label="Channels"
            columns={channelColumns(setSecret)}
            rows={data.data}
            keyOf={({ id }) => id}
          />
          <DeliveryTable appId={appId} />
        </>
      ) : null}
      {creates ? (
        <NewChannelDialog
          appId={appId}
          onMade={(made) => {
            setCreates(false);
            setSecret(made ?? null);
          }}
          onClose={() => setCreates(false)}
        />
      ) : null}
      <SecretDialog
        title="Signing secret"
        label="Secret"
        secret={secret}
        onClose={() => setSecret(null)}
        advice="Copy it now and verify messages with it: it is not shown again."
      />
    </Page>
  );
}

function channelColumns(onSecret: (secret: string) => void): Column<Channel>[] {
  return [
    {
      name: 'name',
      head: 'Channel',
      grow: true,
      cell: ({ name, disabledAt, disabledReason }) => (
        <span className="flex min-w-0 items-center gap-2">
          <bdi className="truncate font-medium">{name}</bdi>
          {disabledAt === null ? null : (
            <span title={disabledReason ?? undefined}>
              <Badge tone="warn">Off</Badge>
            </span>
          )}
        </span>
      ),
    },
    { name: 'kind', head: 'Kind', cell: ({ kind }) => CHANNEL_KINDS[kind].name },
    {
      name: 'target',
      head: 'Sends to',
      wide: true,
      cell: ({ url, to, routingKey }) => (
        <span className="block max-w-96 truncate text-ink-2">{url ?? to?.join(', ') ?? routingKey}</span>
      ),
    },
    {
      name: 'actions',
      head: 'Actions',
      quiet: true,
      cell: (channel) => <ChannelMenu channel={channel} onSecret={onSecret} />,
    },
  ];
}
