import { getRouteApi, Link } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { TEMPLATES, type Template, type TemplateName } from '../../monitors/templates.ts';
import { Page } from '../../shell/page.tsx';
import { accountOf, mayIn, useMe } from '../../state/me.ts';
import { MAIN_LINK } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { monitorColumns } from './monitor-columns.tsx';

const route = getRouteApi('/signed-in/apps/$appId/monitors');

/** Monitors are judged once a minute or less often. */
const EVERY_MS = 30_000;

/** The monitors of an application, those that fire first. */
export function MonitorsPage() {
  const { appId } = route.useParams();
  const manages = mayIn(accountOf(useMe(), appId), 'monitors:manage');
  const { data, error, refetch } = useAsk('GET /v1/monitors', { query: { app: appId } }, { every: EVERY_MS });
  return (
    <Page
      title="Monitors"
      aside={
        manages ? (
          <Link to="/apps/$appId/monitors/new" params={{ appId }} className={MAIN_LINK}>
            New monitor
          </Link>
        ) : null
      }
    >
      {error ? <ErrorState error={error} retry={refetch} /> : null}
      {!data && !error ? <SkeletonRows rows={6} /> : null}
      {data?.data.length === 0 ? <NoMonitors appId={appId} manages={manages} /> : null}
      {data && data.data.length > 0 ? (
        <DataTable
          label="Monitors"
          columns={monitorColumns({ manages })}
          rows={data.data}
          keyOf={({ id }) => id}
        />
      ) : null}
    </Page>
  );
}

function NoMonitors({ appId, manages }: { appId: string; manages: boolean }) {
  const names = Object.keys(TEMPLATES) as TemplateName[];
  return (
    <EmptyState title="No monitors yet">
      A monitor watches a figure and tells you when it leaves its bounds: once, not with every call.
      {manages ? (
        <ul className="mt-4 flex flex-wrap justify-center gap-2">
          {names.map((name) => {
            const { title, filters = {} }: Template = TEMPLATES[name];
            return (
              <li key={name}>
                <Link
                  to="/apps/$appId/monitors/new"
                  params={{ appId }}
                  search={{ ...filters, template: name }}
                  className="inline-flex h-8 items-center rounded-md border border-line-strong bg-surface px-3 font-medium text-ink hover:bg-sunken"
                >
                  {title}
                </Link>
              </li>
            );
          })}
        </ul>
      ) : null}
    </EmptyState>
  );
}
