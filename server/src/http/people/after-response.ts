import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';

/** Does something once the answer is out, so that the time of the answer does not tell whether there was anything to do. */
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
