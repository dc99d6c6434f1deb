/** For whoever runs the server: is it up, can it take payloads, what is it doing. */
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Metrics } from '../metrics.ts';

export type SystemSources = {
  metrics: Metrics;
  /** Why payloads cannot be taken or stored at the moment; undefined when they can. */
  notReady: () => string | undefined;
};

export function systemRoutes(app: FastifyInstance, { metrics, notReady }: SystemSources): void {
  app.get('/health', async () => ({ status: 'ok' }));

  app.get('/ready', async () => {
    const reason = notReady();
    if (reason !== undefined)
      throw new ApiError('unavailable', { message: `Not ready: ${reason}.`, retryAfter: 1 });
    return { status: 'ok' };
  });

  app.get('/metrics', async (_request, reply) => {
    reply.header('Content-Type', metrics.contentType);
    return metrics.text();
  });
}
