import { Link } from '@tanstack/react-router';
import { Swatch } from '../../charts/swatch.tsx';
import { count, percent } from '../../lib/format.ts';
import type { View } from '../../state/view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Change } from '../overview/change.tsx';
import { FIGURE_KINDS, type FigureKind } from './figure-kinds.ts';
import type { ModelRow } from './model-figures.ts';

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
  const name = (model: string | null) => model ?? 'No model named';
  return [
    {
      name: 'choose',
      head: 'Compare',
      cell: ({ model }) => (
        <input
          type="checkbox"
          data-pick
          className="block size-4 accent-accent"
          aria-label={`Compare ${name(model)}`}
          checked={chosen.includes(model ?? '')}
          disabled={!chosen.includes(model ?? '') && chosen.length >= MAX_COMPARED}
          onChange={() => onChoose(model ?? '')}
        />
      ),
    },
    {
      name: 'model',
      head: 'Requested model',
      cell: ({ model, answered }) => (
        <div className="flex min-w-36 flex-col py-1.5 [overflow-wrap:anywhere]">
          <Link
            to="/apps/$appId/interactions"
            params={{ appId }}
            search={{ ...view, requestedModel: [model ?? ''] }}
            data-row
            className="flex items-baseline gap-1.5 font-medium hover:underline"
          >
            <Swatch color={colorOf(model ?? '')} />
            {name(model)}
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
    ...FIGURE_KINDS.map((kind, i) => figureColumn(kind, rows, i > 1)),
  ];
}

function figureColumn(kind: FigureKind, rows: readonly ModelRow[], wide: boolean): Column<ModelRow> {
  const { name, label, short, better } = kind;
  const format = kind.formatFor(rows.map((row) => row[name]));
  const more = better === undefined ? 'neither' : better === 'more' ? 'good' : 'bad';
  return {
    name,
    head: short ?? label,
    hint: label,
    figure: true,
    wide,
    orderBy: name,
    cell: (row) => {
      const before = row.before?.[name];
      return (
        <div className="flex flex-col py-1.5">
          <span>{format(row[name])}</span>
          <span className="flex justify-end gap-1.5 text-sm text-ink-3">
            {name === 'interactions' ? <span title="Share of all calls">{percent(row.share)}</span> : null}
            {before ? <Change now={row[name]} before={before} more={more} format={format} /> : null}
          </span>
        </div>
      );
    },
  };
}
