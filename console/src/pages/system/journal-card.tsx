import type { System } from '@parley/contract';
import { bytes, count, duration, milliseconds, millisecondsAxis } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Figure } from './figure.tsx';
import { LastHourChart } from './last-hour-chart.tsx';

/** As in `/ready`: the drain makes no progress. */
const STALLED_SECONDS = 60;

export function JournalCard({ system: { journal, lastHour, store } }: { system: System }) {
  const stalled = journal.oldestSeconds > STALLED_SECONDS;
  const damaged = journal.damaged ?? 0;
  const unattributed = journal.unattributed ?? 0;
  return (
    <Card
      title="Journal"
      aside={
        stalled ? (
          <Badge tone="bad">behind</Badge>
        ) : store.state === 'up' ? (
          <Badge tone="good">✓ keeping up</Badge>
        ) : (
          <Badge tone="warn">waiting for the store</Badge>
        )
      }
    >
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        <Figure name="waiting in the journal" value={count(journal.waiting)} />
        <Figure name="on disk" value={bytes(journal.bytes)} />
        <Figure
          name="oldest"
          value={journal.waiting === 0 ? 'none' : duration(journal.oldestSeconds * 1000)}
        />
        <Figure name="longest lag, last hour" value={duration(longestLag(lastHour) * 1000)} />
      </dl>
      <LastHourChart
        title="Lag"
        lastHour={lastHour}
        series={[{ name: 'Lag', color: 'var(--color-c3)', of: ({ lagSeconds }) => lagSeconds }]}
        format={(value) => milliseconds((value ?? 0) * 1000)}
        axisFormat={(ticks) => {
          const format = millisecondsAxis(ticks.map((seconds) => seconds * 1000));
          return (seconds) => format(seconds * 1000);
        }}
      />
      {damaged > 0 ? (
        <p className="pt-3 text-sm text-ink-2">
          {count(damaged)} {damaged === 1 ? 'payload was' : 'payloads were'} damaged on the disk and cannot be
          read any more
          {unattributed > 0 ? `; the application of ${count(unattributed)} is unknown` : ''}. What is left is
          in the folder journal/damaged. Check the disk.
        </p>
      ) : null}
      {stalled ? (
        <p className="pt-3 text-sm text-ink-2">
          Waiting interactions are queued in the journal and move to the store as soon as it accepts them.
          Check the store and the server log.
        </p>
      ) : null}
    </Card>
  );
}

function longestLag(lastHour: System['lastHour']): number {
  return Math.max(0, ...lastHour.map(({ lagSeconds }) => lagSeconds));
}
