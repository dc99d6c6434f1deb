import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/use-ask.ts';
import { BLANK, type Draft, definitionOf } from '../../monitors/draft.ts';
import { startingDraft } from '../../monitors/monitor-start.ts';
import { TEMPLATES, type Template, type TemplateName } from '../../monitors/templates.ts';
import { Page } from '../../shell/page.tsx';
import { accountOf, mayIn, useMe } from '../../state/me.ts';
import { filtersOf, readView, timeZoneOf } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { EmptyState } from '../../ui/status.tsx';
import { MonitorForm } from './monitor-form.tsx';
import { PreviewChart } from './preview-chart.tsx';

const route = getRouteApi('/signed-in/apps/$appId/monitors/new');

/** A new monitor, from a template or from where the reader was; it is drawn while one types. */
export function NewMonitorPage() {
  const { appId } = route.useParams();
  const search = route.useSearch();
  const view = readView(search);
  const navigate = useNavigate();
  const create = useChange('POST /v1/monitors');
  const [draft, setDraft] = useState<Draft>(() => startingDraft(search));
  const definition = definitionOf(draft, filtersOf(view));
  if (!mayIn(accountOf(useMe(), appId), 'monitors:manage'))
    return (
      <Page title="New monitor">
        <EmptyState title="Not allowed">Your role may see monitors, but not create them.</EmptyState>
      </Page>
    );
  const choose = (name: TemplateName) => {
    const { draft: chosen, filters = {} }: Template = TEMPLATES[name];
    setDraft({ ...BLANK, notify: draft.notify, ...chosen });
    void navigate({
      to: '/apps/$appId/monitors/new',
      params: { appId },
      search: { ...filters, template: name },
      replace: true,
    });
  };
  return (
    <Page title="New monitor">
      <Templates onChoose={choose} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card>
          <Form
            action="Create monitor"
            change={create}
            disabled={definition === null || draft.name.trim() === ''}
            onSubmit={() => {
              if (definition === null) return;
              create.mutate(
                { body: { app: appId, name: draft.name, notify: [...draft.notify], ...definition } },
                {
                  onSuccess: ({ id }) =>
                    void navigate({
                      to: '/apps/$appId/monitors/$monitorId',
                      params: { appId, monitorId: id },
                    }),
                },
              );
            }}
          >
            <MonitorForm
              draft={draft}
              onDraft={setDraft}
              view={view}
              onView={(next) =>
                void navigate({
                  to: '/apps/$appId/monitors/new',
                  params: { appId },
                  search: next,
                  replace: true,
                })
              }
            />
          </Form>
        </Card>
        <PreviewChart appId={appId} definition={definition} timeZone={timeZoneOf(view)} />
      </div>
    </Page>
  );
}

function Templates({ onChoose }: { onChoose: (name: TemplateName) => void }) {
  const names = Object.keys(TEMPLATES) as TemplateName[];
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Templates</legend>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          onClick={() => onChoose(name)}
          className="h-7 rounded-full border border-line-strong bg-surface px-3 text-sm hover:bg-sunken"
        >
          {TEMPLATES[name].title}
        </button>
      ))}
    </fieldset>
  );
}
