/** The columns of the list. */
import type { LabelDimension } from '@parley/contract';
import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { ModelName } from '../../conversation/model-name.tsx';
import { OutcomeBadge } from '../../conversation/outcome.tsx';
import { SnippetText } from '../../conversation/snippet-text.tsx';
import { compact, milliseconds, NONE } from '../../lib/format.ts';
import { usdIn } from '../../lib/money.ts';
import { providerName } from '../../lib/upstream-names.ts';
import { ScoreSummary } from '../../scores/score-summary.tsx';
import { isLabel, labelName } from '../../state/label-filters.ts';
import type { OrderBy } from '../../state/list-sorting.ts';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import { UserName } from '../../ui/user-name.tsx';
import type { Row } from './row.ts';

export const FEATURES = tableFeatures({ columnVisibilityFeature });
const column = createColumnHelper<typeof FEATURES, Row>();

export const COLUMN_NAMES = {
  time: 'Time',
  outcome: 'Outcome',
  errorCode: 'Error code',
  model: 'Model',
  provider: 'Provider',
  type: 'Type',
  input: 'Input',
  output: 'Output',
  scores: 'Scores',
  user: 'User',
  session: 'Session',
  tokens: 'Tokens',
  cost: 'Cost',
  latency: 'Latency',
  firstToken: 'First token',
} as const;
export type PlainColumn = keyof typeof COLUMN_NAMES;
/** Any label can be a column, too. */
export type ColumnName = PlainColumn | LabelDimension;

export function isColumn(name: string): name is ColumnName {
  return Object.hasOwn(COLUMN_NAMES, name) || isLabel(name);
}

export function headOf(name: ColumnName): string {
  return isLabel(name) ? labelName(name) : COLUMN_NAMES[name];
}

/** Right-aligned columns. */
export const FIGURES: ReadonlySet<string> = new Set<PlainColumn>(['tokens', 'cost', 'latency', 'firstToken']);
/** Columns that share the remaining width. */
export const TEXTS: ReadonlySet<string> = new Set<PlainColumn>(['input', 'output']);

export const NAMES: ReadonlySet<string> = new Set<PlainColumn>(['model', 'user', 'session']);

/** The sort key of each sortable column. */
export const SORTED_BY: Readonly<Record<string, OrderBy>> = {
  time: 'time',
  tokens: 'totalTokens',
  cost: 'costUsd',
  latency: 'latencyMs',
} satisfies Partial<Record<PlainColumn, OrderBy>>;

/** In pixels; for text columns the minimum. */
const SIZES: Record<PlainColumn, number> = {
  time: 156,
  outcome: 88,
  errorCode: 110,
  model: 140,
  provider: 100,
  type: 90,
  input: 150,
  output: 150,
  scores: 92,
  user: 124,
  session: 110,
  tokens: 76,
  cost: 94,
  latency: 88,
  firstToken: 86,
};
const LABEL_SIZE = 116;

export function sizeOf(name: ColumnName): number {
  return isLabel(name) ? LABEL_SIZE : SIZES[name];
}

/** `costDecimals` are those of the whole column. */
export function columnsIn(
  appId: string,
  timeZone: string,
  labels: readonly LabelDimension[],
  costDecimals: number,
) {
  const cost = usdIn(costDecimals);
  const shared = (name: PlainColumn) => ({ id: name, header: COLUMN_NAMES[name] });
  return column.columns([
    column.accessor('requestedAt', {
      ...shared('time'),
      cell: ({ row }) => <Time at={row.original.requestedAt} timeZone={timeZone} />,
    }),
    column.accessor('outcome', {
      ...shared('outcome'),
      cell: ({ row: { original } }) => (
        <OutcomeBadge outcome={original.outcome} finishReason={original.finishReason} />
      ),
    }),
    column.accessor('errorCode', {
      ...shared('errorCode'),
      cell: ({ row }) => <Name text={row.original.errorCode} />,
    }),
    column.accessor('model', {
      ...shared('model'),
      cell: ({ row: { original } }) => (
        <ModelName model={original.model} requestedModel={original.requestedModel} />
      ),
    }),
    column.accessor('provider', {
      ...shared('provider'),
      cell: ({ row: { original } }) => (
        <Name text={original.provider === null ? null : providerName(original.provider)} />
      ),
    }),
    column.accessor('type', {
      ...shared('type'),
      cell: ({ row }) => <Name text={row.original.type} />,
    }),
    column.accessor('input', {
      ...shared('input'),
      cell: ({ row }) => (
        <Cut>
          <SnippetText snippet={row.original.input} />
        </Cut>
      ),
    }),
    column.accessor('output', {
      ...shared('output'),
      cell: ({ row }) => (
        <Cut
          className={row.original.outcome === 'error' ? 'text-bad' : 'text-ink-2'}
          title={row.original.outcome === 'error' ? row.original.output.text : undefined}
        >
          <SnippetText snippet={row.original.output} />
        </Cut>
      ),
    }),
    column.display({
      ...shared('scores'),
      cell: ({ row: { original } }) => (
        <ScoreSummary target={{ appId, type: 'interaction', id: original.id }} scores={original.scores} />
      ),
    }),
    column.accessor('user', {
      ...shared('user'),
      cell: ({ row: { original } }) =>
        original.user === null ? (
          <span className="text-ink-3">{NONE}</span>
        ) : (
          <UserName userKey={original.user} known={original.userName} />
        ),
    }),
    column.accessor('session', {
      ...shared('session'),
      cell: ({ row }) => <Name text={row.original.session} />,
    }),
    ...labels.map((label) => {
      const name = labelName(label);
      return column.display({
        id: label,
        header: name,
        cell: ({ row: { original } }) => (
          // A label may be named `constructor`, which all objects have.
          <Name text={Object.hasOwn(original.labels, name) ? (original.labels[name] ?? null) : null} />
        ),
      });
    }),
    column.accessor('tokens', { ...shared('tokens'), cell: ({ row }) => compact(row.original.tokens) }),
    column.accessor('costUsd', {
      ...shared('cost'),
      cell: ({ row }) => <Money value={row.original.costUsd} format={cost} />,
    }),
    column.accessor('latencyMs', {
      ...shared('latency'),
      cell: ({ row }) => milliseconds(row.original.latencyMs),
    }),
    column.accessor('firstTokenMs', {
      ...shared('firstToken'),
      cell: ({ row }) => milliseconds(row.original.firstTokenMs),
    }),
  ]);
}

/** A row as two lines, for narrow screens. */
export function narrowColumn(appId: string, timeZone: string, costDecimals: number) {
  const cost = usdIn(costDecimals);
  return column.columns([
    column.display({
      id: 'all',
      header: 'Interaction',
      cell: ({ row }) => <TwoLines appId={appId} row={row.original} timeZone={timeZone} cost={cost} />,
    }),
  ]);
}

function Name({ text }: { text: string | null }) {
  return text === null ? <span className="text-ink-3">{NONE}</span> : <Cut title={text}>{text}</Cut>;
}

type CutProps = { title?: string | undefined; className?: string; children: ReactNode };

/** A text that is cut at its end, in its own direction: the beginning stays. */
function Cut({ title, className = '', children }: CutProps) {
  return (
    <span dir="auto" title={title} className={`block truncate ${className}`}>
      {children}
    </span>
  );
}

type TwoLinesProps = { appId: string; row: Row; timeZone: string; cost: (value: number) => string };

function TwoLines({ appId, row, timeZone, cost }: TwoLinesProps) {
  const { outcome, finishReason, errorCode, latencyMs, costUsd, input, output } = row;
  const figures = [
    latencyMs === null ? null : milliseconds(latencyMs),
    costUsd === null ? null : cost(costUsd),
  ].filter((text) => text !== null);
  return (
    <>
      <span className="flex items-baseline gap-3">
        <span dir="auto" className="min-w-0 flex-1 truncate">
          <SnippetText snippet={input.matches.length === 0 && output.matches.length > 0 ? output : input} />
        </span>
        <span className="tabular shrink-0 text-sm text-ink-3">
          <Time at={row.requestedAt} timeZone={timeZone} />
        </span>
      </span>
      <span className="flex items-center gap-2 pt-0.5 text-sm text-ink-3">
        {outcome === 'ok' && finishReason === 'stop' ? null : (
          <OutcomeBadge outcome={outcome} finishReason={finishReason} />
        )}
        {outcome === 'error' ? (
          <span dir="auto" className="min-w-0 flex-1 truncate text-bad">
            {errorCode === null || errorCode === output.text ? '' : `${errorCode}: `}
            {output.text}
          </span>
        ) : (
          <span className="min-w-0 flex-1 truncate">
            <ModelName model={row.model} requestedModel={row.requestedModel} />
          </span>
        )}
        <span className="shrink-0">
          <ScoreSummary target={{ appId, type: 'interaction', id: row.id }} scores={row.scores} empty="" />
        </span>
        <span className="tabular shrink-0">{figures.join(' · ')}</span>
      </span>
    </>
  );
}
