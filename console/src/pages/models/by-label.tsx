import type { LabelDimension } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useQueryOf } from '../../charts/query/use-query.ts';
import { Swatch } from '../../charts/swatch.tsx';
import { useLabelNames } from '../../filters/use-label-names.ts';
import { count } from '../../lib/format.ts';
import { isLabel, labelName } from '../../state/label-filters.ts';
import type { View } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState, SkeletonRows, Stale } from '../../ui/status.tsx';
import { Calls } from './calls.tsx';
import { type FigureKind, measuresOf } from './figure-kinds.ts';
import { FigureSelect } from './figure-select.tsx';
import { type Cell, labelMatrix, type Matrix } from './label-matrix.ts';
import { modelText } from './model-figures.ts';
import { RANK_LOOKS } from './rank-looks.ts';

/** Values beyond these columns are only counted. */
const MAX_COLUMNS = 12;
/** Groups of model and value, the ones with the most calls. */
const MAX_CELLS = 1000;

type Props = {
  appId: string;
  view: View;
  /** The chosen label; the most frequent one when absent. */
  label: LabelDimension | undefined;
  kind: FigureKind;
  colorOf: (model: string) => string;
  onChoose: (label: LabelDimension, kind: FigureKind) => void;
};

/** Models by the values of a label, as a table of one figure. */
export function ByLabel(props: Props) {
  const { names, isPending, error } = useLabelNames(props.view);
  const label = props.label ?? names[0];
  if (isPending) return null;
  if (error) return <ErrorState error={error} />;
  // Most applications begin without labels; those need no empty table.
  if (label === undefined) return null;
  return <Labelled {...props} label={label} names={[...new Set([label, ...names])].sort()} />;
}

type LabelledProps = Props & { label: LabelDimension; names: readonly LabelDimension[] };

function Labelled({ appId, view, label, names, kind, colorOf, onChoose }: LabelledProps) {
  const answer = useQueryOf(appId, view, {
    measures: measuresOf([kind]),
    dimensions: ['requestedModel', label],
    orderBy: 'interactions',
    limit: MAX_CELLS,
  });
  const matrix = labelMatrix(answer.data, label, kind, MAX_COLUMNS);
  return (
    <Card
      title="By label"
      aside={
        <div className="flex min-w-0 items-center justify-end gap-2">
          <select
            aria-label="Label"
            value={label}
            onChange={(event) => {
              if (isLabel(event.target.value)) onChoose(event.target.value, kind);
            }}
            className="h-7 min-w-0 max-w-28 rounded-md border border-line-strong bg-surface px-1.5 text-sm sm:max-w-52"
          >
            {names.map((name) => (
              <option key={name} value={name}>
                {labelName(name)}
              </option>
            ))}
          </select>
          <FigureSelect label="Figure by label" chosen={kind} onChoose={(next) => onChoose(label, next)} />
        </div>
      }
    >
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {answer.isPending ? <SkeletonRows rows={4} /> : null}
      {answer.data ? (
        <Stale stale={answer.isPlaceholderData}>
          <MatrixTable
            appId={appId}
            view={view}
            label={label}
            kind={kind}
            colorOf={colorOf}
            matrix={matrix}
          />
          <p className="pt-2 text-sm text-ink-3">
            {kind.better === undefined
              ? null
              : 'Green: best model at this value, red: worst of three or more, beyond chance. '}
            {matrix.hidden > 0
              ? `${count(matrix.hidden)} rarer ${matrix.hidden === 1 ? 'value is' : 'values are'} not shown: filter by ${labelName(label)} to see others.`
              : null}
          </p>
        </Stale>
      ) : null}
    </Card>
  );
}

type TableProps = Pick<Props, 'appId' | 'view' | 'kind' | 'colorOf'> & {
  label: LabelDimension;
  matrix: Matrix;
};

function MatrixTable({ appId, view, label, kind, colorOf, matrix }: TableProps) {
  const { columns, rows } = matrix;
  const format = kind.formatFor(rows.flatMap(({ cells }) => cells.map((cell) => cell?.value ?? null)));
  return (
    <section
      aria-label={`Models by ${labelName(label)}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll sideways, and the keyboard must reach that.
      tabIndex={0}
      className="relative overflow-x-auto"
    >
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-sm text-ink-3">
            <th scope="col" className="sticky left-0 z-1 h-9 bg-surface pr-3 text-left font-medium">
              Model
            </th>
            {columns.map((value) => (
              <th key={value} scope="col" className="h-9 px-3 text-right font-medium whitespace-nowrap">
                <span
                  dir="auto"
                  title={value ?? undefined}
                  className="inline-block max-w-40 truncate align-bottom"
                >
                  {value ?? 'Not set'}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ model, cells }) => (
            <tr key={model} className="border-b border-line last:border-b-0">
              <th scope="row" className="sticky left-0 z-1 bg-surface py-1.5 pr-3 text-left font-medium">
                <span className="flex w-32 items-baseline gap-1.5 [overflow-wrap:anywhere] sm:w-44">
                  <Swatch color={colorOf(model ?? '')} />
                  {modelText(model)}
                </span>
              </th>
              {cells.map((cell, i) => (
                <td key={columns[i]} className="px-3 py-1.5 text-right whitespace-nowrap">
                  {cell ? (
                    <Link
                      to="/apps/$appId/interactions"
                      params={{ appId }}
                      search={{ ...view, requestedModel: [model ?? ''], [label]: [columns[i] ?? ''] }}
                      className="flex flex-col hover:underline"
                    >
                      <CellText cell={cell} format={format} />
                      {kind.name === 'interactions' ? null : <Calls n={cell.n} />}
                    </Link>
                  ) : (
                    <span className="text-ink-3">
                      <span aria-hidden>·</span>
                      <span className="sr-only">No calls</span>
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CellText({ cell, format }: { cell: Cell; format: (value: number | null) => string }) {
  return (
    <span className={cell.rank ? RANK_LOOKS[cell.rank] : ''}>
      {format(cell.value)}
      {cell.rank ? <span className="sr-only"> ({cell.rank})</span> : null}
    </span>
  );
}
