import type { Answer } from '../../api/call.ts';
import { exactUsd } from '../../lib/money.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';

export type Price = Answer<'GET /v1/applications/:appId/prices'>['data'][number];

export function priceColumns(onRemove: ((price: Price) => void) | undefined): Column<Price>[] {
  const columns: Column<Price>[] = [
    {
      name: 'model',
      head: 'Model',
      cell: ({ model }) => (
        <code className="block max-w-40 truncate font-mono text-sm md:max-w-none">{model}</code>
      ),
    },
    { name: 'input', head: 'Input', figure: true, cell: ({ input }) => exactUsd(input) },
    { name: 'output', head: 'Output', figure: true, cell: ({ output }) => exactUsd(output) },
    {
      name: 'cached',
      head: 'Cached input',
      figure: true,
      wide: true,
      cell: ({ cachedInput }) => exactUsd(cachedInput),
    },
    {
      name: 'write',
      head: 'Cache write',
      figure: true,
      wide: true,
      cell: ({ cacheWrite }) => exactUsd(cacheWrite),
    },
    { name: 'when', head: 'In effect', wide: true, cell: (row) => <InEffect of={row} /> },
  ];
  if (!onRemove) return columns;
  return [
    ...columns,
    {
      name: 'do',
      head: 'Actions',
      quiet: true,
      figure: true,
      cell: (row) => (
        <Button
          look="ghost"
          small
          aria-label={`Remove the price of ${row.model}`}
          onClick={() => onRemove(row)}
        >
          Remove
        </Button>
      ),
    },
  ];
}

function InEffect({ of: { from, to } }: { of: Price }) {
  if (from === null && to === null) return 'always';
  const day = (at: number) => <Time at={new Date(at).toISOString()} timeZone={timeZoneOf({})} />;
  return (
    <span className="whitespace-nowrap">
      {from === null ? null : <>from {day(from)} </>}
      {to === null ? null : <>until {day(to)}</>}
    </span>
  );
}
