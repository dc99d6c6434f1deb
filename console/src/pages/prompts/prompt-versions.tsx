import type { PromptVersion } from '@parley/contract';
import { count } from '../../lib/format.ts';
import { usdColumn } from '../../lib/money.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import { CALL_COLUMNS, scoreColumns } from './call-columns.tsx';
import { versionName } from './version-change.ts';

type Props = {
  versions: readonly PromptVersion[];
  timeZone: string;
  chosen: number;
  onChoose: (version: number) => void;
};

/** The versions of a prompt, the newest first. */
export function PromptVersions({ versions, timeZone, chosen, onChoose }: Props) {
  const costs = versions.map(({ costUsd, interactions }) =>
    costUsd === null ? null : costUsd / interactions,
  );
  const cost = usdColumn(costs);
  return (
    <DataTable
      label="Versions"
      rows={versions.toReversed()}
      keyOf={({ number }) => String(number)}
      columns={[
        {
          name: 'version',
          head: 'Version',
          cell: (version) => (
            <button
              type="button"
              aria-pressed={version.number === chosen}
              onClick={() => onChoose(version.number)}
              className="font-medium text-accent first-letter:uppercase hover:underline aria-pressed:text-ink"
            >
              {versionName(version)}
            </button>
          ),
        },
        {
          name: 'since',
          head: 'First seen',
          cell: ({ firstSeenAt }) => <Time at={firstSeenAt} timeZone={timeZone} />,
        },
        {
          name: 'until',
          head: 'Last seen',
          wide: true,
          cell: ({ lastSeenAt }) => <Time at={lastSeenAt} timeZone={timeZone} />,
        },
        { name: 'calls', head: 'Calls', figure: true, cell: ({ interactions }) => count(interactions) },
        {
          name: 'cost',
          head: 'Cost per call',
          figure: true,
          wide: true,
          cell: ({ costUsd, interactions }) => (
            <Money value={costUsd === null ? null : costUsd / interactions} format={cost} />
          ),
        },
        ...CALL_COLUMNS,
        ...scoreColumns(versions),
      ]}
    />
  );
}
