/** For operators: whether the server is up, whether it accepts payloads, and what it is doing. */
import type { FailingJob, Issue, Status } from '@parley/contract';
import { ApiError } from '../../base/errors.ts';
import type { Metrics } from '../../monitoring/metrics.ts';
import type { Bind } from '../bind.ts';

export type SystemSources = {
  metrics: Metrics;
  /** Why payloads cannot be accepted or stored at the moment; undefined if they can. */
  notReady: () => string | undefined;
  /** Why payloads cannot be accepted, whether or not the store keeps up. */
  takesNothing: () => string | undefined;
  /** Known without asking anything else. */
  statusNow: () => Status;
  failingJobs: () => FailingJob[];
};

export function systemRoutes(
  bind: Bind,
  { metrics, notReady, takesNothing, statusNow, failingJobs }: SystemSources,
): void {
  bind('health', async () => ({ status: 'ok' as const }));

  bind('ready', async ({ query }) => {
    const reason = query.for === 'ingest' ? takesNothing() : notReady();
    if (reason !== undefined)
      throw new ApiError('unavailable', {
        message: `Not ready: ${reason}.`,
        issues: failingJobs().map(issueOf),
        retryAfter: 1,
      });
    return { status: 'ok' as const, jobs: failingJobs() };
  });

  bind('getStatus', async () => statusNow());

  bind('metrics', async ({ reply }) => {
    reply.header('Content-Type', metrics.contentType);
    return metrics.text();
  });
}

function issueOf({ name, since, failures, lastError }: FailingJob): Issue {
  const times = failures === 1 ? 'once' : `${failures} times in a row`;
  return { path: `jobs.${name}`, code: 'failing', message: `Failed ${times} since ${since}: ${lastError}` };
}
