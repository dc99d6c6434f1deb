import type { Monitor } from '@parley/contract';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Refusal } from '../../api/call.ts';
import { useAsk, useChange } from '../../api/use-ask.ts';
import { conditionText, valueText } from '../../monitors/condition-text.ts';
import { definitionOf, draftOf } from '../../monitors/draft.ts';
import { Page } from '../../shell/page.tsx';
import { accountOf, mayIn, useMe } from '../../state/me.ts';
import { filtersOf, readView, timeZoneOf } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Form } from '../../ui/form.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { GroupTable } from './group-table.tsx';
import { HistoryTable } from './history-table.tsx';
import { MonitorForm } from './monitor-form.tsx';
import { MonitorMenu } from './monitor-menu.tsx';
import { PreviewChart } from './preview-chart.tsx';
import { MonitorBadges } from './state-badge.tsx';

const route = getRouteApi('/signed-in/apps/$appId/monitors/$monitorId');
const EVERY_MS = 30_000;

/** A monitor: its state, what it did, and its settings. */
export function MonitorPage() {
  const { monitorId } = route.useParams();
  const answer = useAsk('GET /v1/monitors/:monitorId', { params: { monitorId } }, { every: EVERY_MS });
  const { data, error } = answer;
  if (error instanceof Refusal && error.status === 404)
    return (
      <Page title="Monitor">
        <EmptyState title="Monitor not found">It does not exist, or was deleted.</EmptyState>
      </Page>
    );
  if (data) return <Shown key={data.id} monitor={data} />;
  return (
    <Page title="Monitor">
      {error ? <ErrorState error={error} retry={answer.refetch} /> : <SkeletonRows />}
    </Page>
  );
}

function Shown({ monitor }: { monitor: Monitor }) {
  const timeZone = timeZoneOf({});
  const manages = mayIn(accountOf(useMe(), monitor.app), 'monitors:manage');
  const filters = filtersOf(readView(monitor.filters));
  return (
    <Page title={monitor.name} aside={manages ? <MonitorMenu monitor={monitor} leave /> : null}>
      <p className="flex flex-wrap items-center gap-2 text-ink-2">
        <MonitorBadges monitor={monitor} />
        {conditionText(monitor)}
      </p>
      {monitor.failingWhy ? <p className="text-warn wrap-anywhere">{monitor.failingWhy}</p> : null}
      {monitor.waitingSince ? (
        <p className="text-ink-2">
          Waiting since <Time at={monitor.waitingSince} timeZone={timeZone} />: {monitor.waitingWhy}
        </p>
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Now">
          <NowFacts monitor={monitor} timeZone={timeZone} />
        </Card>
        <PreviewChart
          appId={monitor.app}
          definition={definitionOf(draftOf(monitor), filters)}
          timeZone={timeZone}
        />
      </div>
      {monitor.groupBy === null ? null : <GroupTable monitor={monitor} timeZone={timeZone} />}
      <HistoryTable monitor={monitor} timeZone={timeZone} />
      {manages ? <Settings monitor={monitor} /> : null}
    </Page>
  );
}

function NowFacts({ monitor, timeZone }: { monitor: Monitor; timeZone: string }) {
  const [only] = monitor.groupBy === null ? monitor.groups : [];
  const at = (time: string | null) => (time === null ? '–' : <Time at={time} timeZone={timeZone} />);
  return (
    <Facts
      items={[
        ...(only
          ? ([
              ['Figure', valueText(monitor, only.value)],
              ['Since', at(only.since)],
              ...(only.forecast === null ? [] : ([['Forecast', valueText(monitor, only.forecast)]] as const)),
            ] as const)
          : ([['Groups not well', String(monitor.unwell)]] as const)),
        ['Judged up to', at(monitor.judgedAt)],
        ['Next', monitor.enabled ? at(monitor.nextAt) : '–'],
        ...(monitor.mutedUntil === null ? [] : ([['Muted until', at(monitor.mutedUntil)]] as const)),
        [
          'Changed',
          <span key="changed">
            {at(monitor.updatedAt)} {monitor.updatedBy ? `by ${monitor.updatedBy}` : ''}
          </span>,
        ],
      ]}
    />
  );
}

function Settings({ monitor }: { monitor: Monitor }) {
  const update = useChange('PATCH /v1/monitors/:monitorId');
  const [draft, setDraft] = useState(() => draftOf(monitor));
  const [view, setView] = useState(() => readView(monitor.filters));
  const definition = definitionOf(draft, filtersOf(view));
  return (
    <Card title="Settings" className="max-w-3xl">
      <Form
        action="Save"
        change={update}
        done="Saved"
        disabled={definition === null || draft.name.trim() === ''}
        onSubmit={() => {
          if (definition === null) return;
          const body = { name: draft.name, notify: [...draft.notify], ...definition };
          update.mutate({ params: { monitorId: monitor.id }, body });
        }}
      >
        <MonitorForm draft={draft} onDraft={setDraft} view={view} onView={setView} />
      </Form>
    </Card>
  );
}
