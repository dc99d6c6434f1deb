import type { System } from '@parley/contract';
import { bytes, count } from '../../lib/format.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PriceListAge } from '../../ui/price-list-age.tsx';
import { Time } from '../../ui/time.tsx';

const METADATA = { sqlite: 'SQLite, in the data folder', postgres: 'PostgreSQL' } as const;

export function ServerCard({ system }: { system: System }) {
  return (
    <Card title="Server">
      <Facts
        items={[
          ['Version', `Parley ${system.version}`],
          ['Started', <Time key="started" at={system.startedAt} timeZone={timeZoneOf({})} relative />],
          ['Memory', bytes(system.memoryBytes)],
          ['Free disk', system.disk.freeBytes === null ? 'Unknown' : bytes(system.disk.freeBytes)],
          ['Metadata', METADATA[system.metadata]],
          ['List prices', <PriceListAge key="prices" list={system.priceList} />],
          ['Last backup', <LastBackup key="backup" backup={system.backup} />],
          [
            'Node',
            <code key="node" className="font-mono text-sm">
              {system.node}
            </code>,
          ],
        ]}
      />
    </Card>
  );
}

function LastBackup({ backup }: { backup: System['backup'] }) {
  if (backup === null)
    return (
      <>
        None. Run <code className="font-mono text-sm">parley backup --to FOLDER</code>
      </>
    );
  return (
    <>
      <Time at={backup.finishedAt} timeZone={timeZoneOf({})} relative />, {count(backup.interactions)}{' '}
      {backup.interactions === 1 ? 'interaction' : 'interactions'}
    </>
  );
}
