import { Card } from '../../ui/card.tsx';
import { FIGURE_KINDS, type FigureKind } from './figure-kinds.ts';
import type { ModelRow } from './model-figures.ts';

/** Two or three models, figure by figure; the best value is highlighted. */
export function SideBySide({ rows }: { rows: readonly ModelRow[] }) {
  return (
    <Card
      title="Side by side"
      aside={<span className="text-sm text-ink-3">Best value in green</span>}
      className="max-w-4xl"
    >
      <div className="overflow-x-auto">
        <table className="w-full">
          <thead>
            <tr className="text-sm text-ink-3">
              <th scope="col" className="py-1 text-left font-medium">
                <span className="sr-only">Figure</span>
              </th>
              {rows.map(({ model }) => (
                <th key={model} scope="col" className="py-1 pl-4 text-right font-medium break-all">
                  {model ?? 'No model named'}
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
      </div>
    </Card>
  );
}

function FigureRow({ kind, rows }: { kind: FigureKind; rows: readonly ModelRow[] }) {
  const format = kind.formatFor(rows.map((row) => row[kind.name]));
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-1.5 text-left font-normal text-ink-2">
        {kind.label}
      </th>
      {rows.map((row) => {
        const best = isBest(kind, row, rows);
        return (
          <td
            key={row.model}
            title={kind.exact?.(row[kind.name])}
            className={`tabular py-1.5 pl-4 text-right ${best ? 'font-semibold text-good' : ''}`}
          >
            {format(row[kind.name])}
            {best ? <span className="sr-only"> (best)</span> : null}
          </td>
        );
      })}
    </tr>
  );
}

/** The best value, if the values differ and one direction is better. */
function isBest({ name, better }: FigureKind, row: ModelRow, rows: readonly ModelRow[]): boolean {
  const values = rows.flatMap((one) => one[name] ?? []);
  if (better === undefined || values.length < 2 || new Set(values).size === 1) return false;
  return row[name] === (better === 'less' ? Math.min(...values) : Math.max(...values));
}
