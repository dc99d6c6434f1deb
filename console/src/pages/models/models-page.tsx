import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { colorOf } from '../../charts/colors.ts';
import { useQueryOf } from '../../charts/query/use-query.ts';
import { useFirstSeen } from '../../charts/use-first-seen.ts';
import { NoMatches } from '../../filters/no-matches.tsx';
import { ViewBar } from '../../filters/view-bar.tsx';
import { Page } from '../../shell/page.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { ErrorState, SkeletonRows, Stale } from '../../ui/status.tsx';
import { ByLabel } from './by-label.tsx';
import { FIGURE_KINDS, type FigureKind, figureNamed, measuresOf } from './figure-kinds.ts';
import { HowTested } from './how-tested.tsx';
import { modelColumns } from './model-columns.tsx';
import { modelRows, sorted } from './model-figures.ts';
import { ModelsOverTime } from './models-over-time.tsx';
import { readModels } from './models-search.ts';
import { SideBySide } from './side-by-side.tsx';
import { UnpricedNote } from './unpriced-note.tsx';

const route = getRouteApi('/signed-in/apps/$appId/models');
const MAX_MODELS = 100;
const MEASURES = measuresOf(FIGURE_KINDS);

/** Compares models by cost, latency and errors. */
export function ModelsPage() {
  const { appId } = route.useParams();
  const { orderBy: asked, order = 'desc', compare = [], over, label, cell, ...view } = route.useSearch();
  const navigate = useNavigate();
  const answer = useQueryOf(appId, view, {
    measures: MEASURES,
    dimensions: ['requestedModel'],
    limit: MAX_MODELS,
    compare: 'previous',
  });
  const answering = useQueryOf(appId, view, {
    measures: ['interactions'],
    dimensions: ['requestedModel', 'model'],
    limit: 2 * MAX_MODELS,
  });
  const { order: seen } = useFirstSeen(appId, 'requestedModel');
  const by = figureNamed(asked)?.name ?? 'interactions';
  const rows = sorted(modelRows(answer.data, answering.data), by, order);
  const chosen = rows.filter(({ model }) => compare.includes(model ?? ''));
  const show = (search: ReturnType<typeof route.useSearch>) =>
    void navigate({ to: '/apps/$appId/models', params: { appId }, search });
  const kept = { orderBy: by, order, ...readModels({ compare, over, label, cell }) };
  const choose = (model: string) => {
    const next = compare.includes(model) ? compare.filter((one) => one !== model) : [...compare, model];
    show({ ...view, ...kept, compare: next });
  };
  const kindOf = (name: string | undefined, otherwise: FigureKind['name']) =>
    figureNamed(name) ?? figureNamed(otherwise);
  const [overTime, byLabel] = [kindOf(over, 'latencyP95'), kindOf(cell, 'errorRate')];
  const color = (model: string) => colorOf(model, seen);
  return (
    <Page title="Models" roomy>
      <ViewBar view={view} onChange={(next) => show({ ...next, ...kept })} />
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {answer.isPending ? <SkeletonRows /> : null}
      {answer.data && rows.length === 0 ? (
        <NoMatches view={view} onChange={(next) => show({ ...next, ...kept })} what="models">
          The models that your application asks for are listed here, with cost, latency and error rate.
        </NoMatches>
      ) : null}
      {chosen.length > 1 ? <SideBySide rows={chosen} /> : null}
      {rows.length > 0 ? (
        <Stale stale={answer.isPlaceholderData}>
          <div className="flex flex-col gap-2">
            <DataTable
              label="Models"
              dense
              columns={modelColumns({ appId, view, rows, chosen: compare, colorOf: color, onChoose: choose })}
              rows={rows}
              keyOf={({ model }) => model ?? ''}
              sorting={{
                orderBy: by,
                order,
                onSort: (next) =>
                  show({
                    ...view,
                    ...kept,
                    orderBy: next,
                    order: next === by && order === 'desc' ? 'asc' : 'desc',
                  }),
              }}
            />
            <HowTested />
          </div>
        </Stale>
      ) : null}
      {rows.length > 0 && overTime ? (
        <ModelsOverTime
          appId={appId}
          view={view}
          chosen={chosen.map(({ model }) => model ?? '')}
          kind={overTime}
          onKind={({ name }) => show({ ...view, ...kept, over: name })}
          onPick={(search) => void navigate({ to: '/apps/$appId/interactions', params: { appId }, search })}
        />
      ) : null}
      {rows.length > 0 && byLabel ? (
        <ByLabel
          appId={appId}
          view={view}
          label={label}
          kind={byLabel}
          colorOf={color}
          onChoose={(next, { name }) => show({ ...view, ...kept, label: next, cell: name })}
        />
      ) : null}
      <UnpricedNote appId={appId} />
    </Page>
  );
}
