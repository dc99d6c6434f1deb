import { Link } from '@tanstack/react-router';
import { Swatch } from '../../charts/swatch.tsx';
import { differs } from '../../lib/estimate.ts';
import { count, percent } from '../../lib/format.ts';
import type { View } from '../../state/view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Change } from '../overview/change.tsx';
import { Calls } from './calls.tsx';
import { FIGURE_KINDS, type FigureKind } from './figure-kinds.ts';
import { figureOf, type ModelRow, modelText } from './model-figures.ts';

type Where = {
  appId: string;
  view: View;
  rows: readonly ModelRow[];
  /** The compared models. */
  chosen: readonly string[];
  /** The colour it has in charts. */
  colorOf: (model: string) => string;
  onChoose: (model: string) => void;
};

/** Maximum number of compared models. */
export const MAX_COMPARED = 3;

export function modelColumns(where: Where): readonly Column<ModelRow>[] {
  const { appId, view, rows, chosen, colorOf, onChoose } = where;
  return [
    {
      name: 'choose',
      head: 'Compare',
      cell: ({ model }) => (
        <input
          type="checkbox"
          data-pick
          className="block size-4 accent-accent"
          aria-label={`Compare ${modelText(model)}`}
          checked={chosen.includes(model ?? '')}
          disabled={!chosen.includes(model ?? '') && chosen.length >= MAX_COMPARED}
          onChange={() => onChoose(model ?? '')}
        />
      ),
    },
    {
      name: 'model',
      head: 'Model',
      sticky: true,
      cell: ({ model, answered }) => (
        <div className="flex w-36 flex-col py-1.5 [overflow-wrap:anywhere] sm:w-44">
          <Link
            to="/apps/$appId/interactions"
            params={{ appId }}
            search={{ ...view, requestedModel: [model ?? ''] }}
            data-row
            className="flex items-baseline gap-1.5 font-medium hover:underline"
          >
            <Swatch color={colorOf(model ?? '')} />
            {modelText(model)}
          </Link>
          {answered
            .filter((one) => one.model !== model)
            .map((one) => (
              <Link
                key={one.model}
                to="/apps/$appId/interactions"
                params={{ appId }}
                search={{ ...view, requestedModel: [model ?? ''], model: [one.model] }}
                title={`${one.model} answered ${count(one.interactions)} of these calls`}
                className="text-sm text-ink-3 hover:underline"
              >
                {one.model} ({count(one.interactions)})
              </Link>
            ))}
        </div>
      ),
    },
    ...FIGURE_KINDS.filter(({ name }) => isMeasured(rows, name)).map((kind) => figureColumn(kind, rows)),
  ];
}

/** A figure that no model has would be an empty column. */
function isMeasured(rows: readonly ModelRow[], name: FigureKind['name']): boolean {
  return rows.some((row) => figureOf(row, name).value !== null);
}

function figureColumn(kind: FigureKind, rows: readonly ModelRow[]): Column<ModelRow> {
  const { name, label, short, better } = kind;
  const format = kind.formatFor(rows.map((row) => figureOf(row, name).value));
  return {
    name,
    head: short ?? label,
    hint: label,
    figure: true,
    orderBy: name,
    cell: (row) => {
      const now = figureOf(row, name);
      const before = row.before && figureOf({ figures: row.before }, name);
      const more = better === 'more' ? 'good' : 'bad';
      return (
        <div className="flex flex-col py-1.5">
          <span title={kind.exact?.(now.value)}>{format(now.value)}</span>
          {before ? (
            <span className="text-sm text-ink-3">
              <Change
                now={now.value}
                before={before.value}
                // No colour where the change may be chance.
                more={better !== undefined && differs(now, before) ? more : 'neither'}
                format={format}
                {...(kind.exact ? { exact: kind.exact } : {})}
              />
            </span>
          ) : null}
          {name === 'interactions' ? (
            <span title="Share of all calls" className="text-sm text-ink-3">
              {percent(row.share)}
            </span>
          ) : (
            <Calls n={now.n} />
          )}
        </div>
      );
    },
  };
}
