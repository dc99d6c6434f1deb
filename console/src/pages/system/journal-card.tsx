import type { System } from '@parley/contract';
import { bytes, count, duration } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Figure } from './figure.tsx';

/** As for `/ready`: the drain does not move. */
const STALLED_SECONDS = 60;

export function JournalCard({ journal }: { journal: System['journal'] }) {
  const stalled = journal.oldestSeconds > STALLED_SECONDS;
  return (
    <Card
      title="Does the store keep up?"
      aside={stalled ? <Badge tone="bad">behind</Badge> : <Badge tone="good">✓ yes</Badge>}
    >
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Figure name="waiting in the journal" value={count(journal.waiting)} />
        <Figure name="on disk" value={bytes(journal.bytes)} />
        <Figure
          name="oldest"
          value={journal.waiting === 0 ? 'none' : duration(journal.oldestSeconds * 1000)}
        />
      </dl>
      {journal.damaged > 0 ? (
        <p className="pt-3 text-sm text-ink-2">
          {count(journal.damaged)} {journal.damaged === 1 ? 'payload was' : 'payloads were'} damaged on the
          disk and cannot be read any more
          {journal.unattributed > 0
            ? `; of ${count(journal.unattributed)} nobody can tell the application`
            : ''}
          . What is left is in the folder journal/damaged. Check the disk.
        </p>
      ) : null}
      {stalled ? (
        <p className="pt-3 text-sm text-ink-2">
          What waits is safe in the journal and goes to the store once that takes it. See whether the store
          answers, and what the server’s log says.
        </p>
      ) : null}
    </Card>
  );
}
