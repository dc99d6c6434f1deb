import type { System } from '@parley/contract';
import { count } from '../../lib/format.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';

/** Background jobs that are failing; hidden while all succeed. */
export function JobsCard({ jobs }: { jobs: System['jobs'] }) {
  if (jobs.length === 0) return null;
  return (
    <div className="lg:col-span-2">
      <Card title="Background jobs" aside={<Badge tone="bad">{count(jobs.length)} failing</Badge>}>
        <div className="overflow-x-auto">
          <table className="w-full text-sm">
            <thead>
              <tr className="text-left text-ink-2">
                <th className="py-1 pr-4 font-medium">Job</th>
                <th className="py-1 pr-4 font-medium">Failing since</th>
                <th className="py-1 pr-4 text-right font-medium">Failures in a row</th>
                <th className="py-1 font-medium">Last error</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map(({ name, title, since, failures, lastError }) => (
                <tr key={name} className="border-t border-line align-top">
                  <td className="py-1.5 pr-4">{title}</td>
                  <td className="py-1.5 pr-4 whitespace-nowrap">
                    <Time at={since} timeZone={timeZoneOf({})} relative />
                  </td>
                  <td className="py-1.5 pr-4 text-right tabular">{count(failures)}</td>
                  <td className="py-1.5 break-words">{lastError}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p className="pt-3 text-sm text-ink-2">
          Failed jobs are retried automatically, less often the longer they fail. The server log has the full
          errors.
        </p>
      </Card>
    </div>
  );
}
