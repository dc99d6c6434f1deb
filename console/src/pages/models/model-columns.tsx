import { Link } from '@tanstack/react-router';
import { Swatch } from '../../charts/swatch.tsx';
import { count, percent } from '../../lib/format.ts';
import type { View } from '../../state/view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Change } from '../overview/change.tsx';
import { FIGURE_KINDS } from './figure-kinds.ts';
import type { ModelRow } from './model-figures.ts';

type Where = {
  appId: string;
  view: View;
  /** Those that stand side by side. */
  chosen: readonly string[];
  /** The one that it has in charts. */
  colorOf: (model: string) => string;
  onChoose: (model: string) => void;
};

/** As many as fit beside each other. */
export const MOST_CHOSEN = 3;

export function modelColumns({ appId, view, chosen, colorOf, onChoose }: Where): readonly Column<ModelRow>[] {
  const name = (model: string | null) => model ?? 'No model named';
  return [
    {
      name: 'choose',
      head: 'Compare',
      quiet: true,
      wide: true,
      cell: ({ model }) => (
        <input
          type="checkbox"
          aria-label={`Compare ${name(model)}`}
          checked={chosen.includes(model ?? '')}
          disabled={!chosen.includes(model ?? '') && chosen.length >= MOST_CHOSEN}
          onChange={() => onChoose(model ?? '')}
        />
      ),
    },
    {
      name: 'model',
      head: 'Requested model',
      cell: ({ model, answered }) => (
        <div className="flex flex-col py-1.5">
          <Link
            to="/apps/$appId/interactions"
            params={{ appId }}
            search={{ ...view, requestedModel: [model ?? ''] }}
            className="flex items-center gap-1.5 font-medium break-all hover:underline"
          >
            <Swatch color={colorOf(model ?? '')} />
            {name(model)}
          </Link>
          {answered
            .filter((one) => one.model !== model)
            .map((one) => (
              <span key={one.model} className="text-sm break-all text-ink-3">
                {one.model} answered {count(one.interactions)}
              </span>
            ))}
        </div>
      ),
    },
    ...FIGURE_KINDS.map((kind, i) => ({
      name: kind.name,
      head: kind.label,
      figure: true,
      wide: i > 1,
      orderBy: kind.name,
      cell: (row: ModelRow) => (
        <div className="flex flex-col">
          <span>
            {kind.format(row[kind.name])}
            {kind.name === 'interactions' ? (
              <span className="text-ink-3"> · {percent(row.share)}</span>
            ) : null}
          </span>
          <span className="text-sm text-ink-3">
            <Change
              now={row[kind.name]}
              before={row.before?.[kind.name] ?? null}
              more={kind.better === undefined ? 'neither' : kind.better === 'more' ? 'good' : 'bad'}
              format={kind.format}
            />
          </span>
        </div>
      ),
    })),
  ];
}
