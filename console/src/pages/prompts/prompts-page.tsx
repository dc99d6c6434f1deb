import type { PromptSummary } from '@parley/contract';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Ask } from '../../api/call.ts';
import { usePages } from '../../api/use-ask.ts';
import { NoMatches } from '../../filters/no-matches.tsx';
import { ViewBar } from '../../filters/view-bar.tsx';
import { Page } from '../../shell/page.tsx';
import { listQuery, timeZoneOf } from '../../state/view.ts';
import { type Order as Direction, SortedList } from '../../ui/sorted-list.tsx';
import { promptColumns } from './prompt-columns.tsx';

const route = getRouteApi('/signed-in/apps/$appId/prompts');

type Order = NonNullable<NonNullable<Ask<'GET /v1/prompts'>['query']>['orderBy']>;
const ORDERS: readonly Order[] = ['interactions', 'lastSeenAt', 'firstSeenAt', 'costUsd'];

/** Prompts as they were seen, with their figures in the current view. */
export function PromptsPage() {
  const { appId } = route.useParams();
  const { orderBy: asked, order = 'desc', ...view } = route.useSearch();
  const navigate = useNavigate();
  const orderBy = ORDERS.find((name) => name === asked) ?? 'interactions';
  const show = (search: ReturnType<typeof route.useSearch>) =>
    void navigate({ to: '/apps/$appId/prompts', params: { appId }, search });
  const pages = usePages('GET /v1/prompts', {
    query: { ...listQuery(appId, view), orderBy, order, limit: 50 },
  });
  return (
    <Page title="Prompts" roomy>
      <ViewBar view={view} onChange={(next) => show({ ...next, orderBy, order })} />
      <SortedList
        label="Prompts"
        pages={pages}
        columnsFor={(rows: readonly PromptSummary[]) => promptColumns(rows, timeZoneOf(view), view)}
        keyOf={({ id }) => id}
        orderBy={orderBy}
        order={order}
        onSort={(by: string, next: Direction) => show({ ...view, orderBy: by, order: next })}
        empty={
          <NoMatches view={view} onChange={(next) => show({ ...next, orderBy, order })} what="prompts">
            Prompts are recognised by the system text and the tools of your calls, or by the label{' '}
            <code className="font-mono">prompt</code>.{' '}
            <Link to="/apps/$appId/connect" params={{ appId }} className="text-accent underline">
              See how to send it
            </Link>
          </NoMatches>
        }
      />
    </Page>
  );
}
