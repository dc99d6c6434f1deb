import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';

/**
 * Runs `work` after the response is sent, so that the response time does not reveal whether there was
 * anything to do.
 */
export function afterResponse(
  { raw }: FastifyReply,
  log: Logger,
  failure: string,
  work: () => Promise<void>,
): void {
  const begin = () => {
    work().catch((error: unknown) => log.error({ err: error }, failure));
  };
  if (raw.closed) begin();
  else raw.once('close', begin);
}
