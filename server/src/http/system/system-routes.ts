/** For whoever runs the server: is it up, can it take payloads, what is it doing. */
import type { Status } from '@parley/contract';
import { ApiError } from '../../errors.ts';
import type { Metrics } from '../../metrics.ts';
import type { Bind } from '../bind.ts';

export type SystemSources = {
  metrics: Metrics;
  /** Why payloads cannot be taken or stored at the moment; undefined when they can. */
  notReady: () => string | undefined;
  /** Why payloads cannot be taken, whether or not the store keeps up. */
  takesNothing: () => string | undefined;
  /** Known here, without asking anybody. */
  statusNow: () => Status;
};

export function systemRoutes(
  bind: Bind,
  { metrics, notReady, takesNothing, statusNow }: SystemSources,
): void {
  bind('health', async () => ({ status: 'ok' as const }));

  bind('ready', async ({ query }) => {
    const reason = query.for === 'ingest' ? takesNothing() : notReady();
    if (reason !== undefined)
      throw new ApiError('unavailable', { message: `Not ready: ${reason}.`, retryAfter: 1 });
    return { status: 'ok' as const };
  });

  bind('getStatus', async () => statusNow());

  bind('metrics', async ({ reply }) => {
    reply.header('Content-Type', metrics.contentType);
    return metrics.text();
  });
}
