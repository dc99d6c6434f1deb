import type { Delivery } from '@parley/contract';
import { useAsk, useChange } from '../../api/use-ask.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';

const EVERY_MS = 5000;
const SHOWN = 50;

const STATES: Record<Delivery['state'], [name: string, tone: Tone]> = {
  waiting: ['Waiting', 'warn'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
};

const TYPES: Record<Delivery['type'], string> = {
  'monitor.firing': 'Firing',
  'monitor.recovered': 'Recovered',
  'report.ready': 'Report',
  'channel.test': 'Test',
};

/** The newest messages, with what became of them. */
export function DeliveryTable({ appId }: { appId: string }) {
  const timeZone = timeZoneOf({});
  const query = { app: appId, limit: SHOWN };
  const { data, error, refetch } = useAsk('GET /v1/deliveries', { query }, { every: EVERY_MS });
  const retry = useChange('POST /v1/deliveries/:deliveryId/retry', 'GET /v1/deliveries');
  return (
    <Card title="Deliveries" flush>
      {(error ?? retry.error) ? <ErrorState error={error ?? retry.error} retry={refetch} /> : null}
      {!data && !error ? <SkeletonRows rows={3} /> : null}
      {data?.data.length === 0 ? <p className="px-4 pb-4 text-ink-3">Nothing was sent yet.</p> : null}
      {data && data.data.length > 0 ? (
        <DataTable<Delivery>
          label="Deliveries"
          columns={[
            {
              name: 'at',
              head: 'Time',
              wide: true,
              cell: ({ createdAt }) => <Time at={createdAt} timeZone={timeZone} />,
            },
            {
              name: 'state',
              head: 'State',
              cell: ({ state }) => <Badge tone={STATES[state][1]}>{STATES[state][0]}</Badge>,
            },
            { name: 'type', head: 'Message', wide: true, cell: ({ type }) => TYPES[type] },
            {
              name: 'channel',
              head: 'Channel',
              cell: ({ channelName, type, createdAt }) => (
                <span className="flex max-w-36 flex-col py-1.5 md:max-w-80">
                  <bdi className="truncate">{channelName}</bdi>
                  <span className="truncate text-sm text-ink-3 md:hidden">
                    {TYPES[type]}, <Time at={createdAt} timeZone={timeZone} />
                  </span>
                </span>
              ),
            },
            {
              name: 'answer',
              head: 'Last answer',
              wide: true,
              grow: true,
              cell: ({ lastStatus, lastAnswer }) => (
                <span className="block truncate text-ink-2" title={lastAnswer ?? undefined}>
                  {[lastStatus, lastAnswer].filter(Boolean).join(' ') || '–'}
                </span>
              ),
            },
            {
              name: 'next',
              head: 'Next try',
              wide: true,
              cell: ({ nextAt, attempts }) =>
                nextAt === null ? (
                  '–'
                ) : (
                  <span title={`${attempts} tried`}>
                    <Time at={nextAt} timeZone={timeZone} relative />
                  </span>
                ),
            },
            {
              name: 'actions',
              head: 'Actions',
              quiet: true,
              cell: ({ id, state }) =>
                state === 'delivered' ? null : (
                  <Button
                    small
                    busy={retry.isPending}
                    onClick={() => retry.mutate({ params: { deliveryId: id } })}
                  >
                    Try now
                  </Button>
                ),
            },
          ]}
          rows={data.data}
          keyOf={({ id }) => id}
        />
      ) : null}
    </Card>
  );
}
