import { ranksOf } from '../../lib/estimate.ts';
import { Card } from '../../ui/card.tsx';
import { Calls } from './calls.tsx';
import { FIGURE_KINDS, type FigureKind } from './figure-kinds.ts';
import { figureOf, type ModelRow, modelText } from './model-figures.ts';
import { RANK_LOOKS } from './rank-looks.ts';

/** Two or three models, figure by figure; a value that is best beyond chance is highlighted. */
export function SideBySide({ rows }: { rows: readonly ModelRow[] }) {
  return (
    <Card
      title="Side by side"
      aside={<span className="text-sm text-ink-3">Green: best, red: worst of three, beyond chance</span>}
      className="max-w-4xl"
    >
      <section
        aria-label="Side by side, as a table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll sideways, and the keyboard must reach that.
        tabIndex={0}
        className="relative overflow-x-auto"
      >
        <table className="w-full">
          <thead>
            <tr className="text-sm text-ink-3">
              <th scope="col" className="sticky left-0 z-1 bg-surface py-1 text-left font-medium">
                <span className="sr-only">Figure</span>
              </th>
              {rows.map(({ model }) => (
                <th key={model} scope="col" className="min-w-28 py-1 pl-4 text-right font-medium break-all">
                  {modelText(model)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {FIGURE_KINDS.map((kind) => (
              <FigureRow key={kind.name} kind={kind} rows={rows} />
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

function FigureRow({ kind, rows }: { kind: FigureKind; rows: readonly ModelRow[] }) {
  const estimates = rows.map((row) => figureOf(row, kind.name));
  const format = kind.formatFor(estimates.map(({ value }) => value));
  const ranks = ranksOf(estimates, kind.better);
  return (
    <tr className="border-t border-line">
      <th
        scope="row"
        className="sticky left-0 z-1 min-w-28 bg-surface py-1.5 pr-2 text-left font-normal text-ink-2"
      >
        {kind.label}
      </th>
      {rows.map((row) => {
        const estimate = figureOf(row, kind.name);
        const rank = ranks.get(estimate);
        return (
          <td
            key={row.model}
            title={kind.exact?.(estimate.value)}
            className="tabular py-1.5 pl-4 text-right whitespace-nowrap"
          >
            <span className="inline-flex flex-col items-end sm:flex-row sm:items-baseline sm:gap-1.5">
              <span className={rank ? RANK_LOOKS[rank] : ''}>
                {format(estimate.value)}
                {rank ? <span className="sr-only"> ({rank})</span> : null}
              </span>{' '}
              {kind.name === 'interactions' ? null : <Calls n={estimate.n} />}
            </span>
          </td>
        );
      })}
    </tr>
  );
}
