/** Routes for operators and load balancers: liveness, readiness, status and metrics. */
import type { FailingJob, Issue } from '@parley/contract';
import { ApiError } from '../../base/errors.ts';
import type { Metrics } from '../../monitoring/metrics.ts';
import type { ServerStatus } from '../../monitoring/server-status.ts';
import type { Bind } from '../bind.ts';

export type SystemSources = { metrics: Metrics; status: ServerStatus };

export function systemRoutes(bind: Bind, { metrics, status }: SystemSources): void {
  bind('health', async () => ({ status: 'ok' as const }));

  bind('ready', async ({ query }) => {
    const reason = query.for === 'ingest' ? status.notAccepting() : status.notReady();
    if (reason !== undefined)
      throw new ApiError('unavailable', {
        message: `Not ready: ${reason}.`,
        issues: status.failingJobs().map(issueOf),
        retryAfter: 1,
      });
    return { status: 'ok' as const, jobs: status.failingJobs() };
  });

  bind('getStatus', async () => status.summary());

  bind('metrics', async ({ reply }) => {
    reply.header('Content-Type', metrics.contentType);
    return metrics.text();
  });
}

function issueOf({ name, since, failures, lastError }: FailingJob): Issue {
  const times = failures === 1 ? 'once' : `${failures} times in a row`;
  return { path: `jobs.${name}`, code: 'failing', message: `Failed ${times} since ${since}: ${lastError}` };
}
