import type { FastifyRequest } from 'fastify';
import { type Asker, askerOf, type Guards } from '../asker.ts';
import type { MayRead } from './guarded-stream.ts';

/**
 * Whether an authorised client may still read. Called before every event, so it only looks access up if the
 * metadata has changed since the last time, or the session has expired.
 */
export function stillAllowed(guards: Guards, request: FastifyRequest, { apps }: Asker): MayRead {
  let seen = -1;
  let until = 0;

  async function look(changes: Promise<void> | undefined): Promise<boolean> {
    try {
      await changes;
      // Read before the lookup: a change in between causes another one.
      const { revision } = guards.access;
      if (revision === seen && Date.now() < until) return true;
      const now = await askerOf(guards, request, 'read');
      if (!apps.every((app) => now.apps.includes(app))) return false;
      seen = revision;
      until = now.until;
      return true;
    } catch {
      // Not allowed any more, or unknown right now: a client that may read reconnects.
      return false;
    }
  }

  return () => {
    const changes = guards.access.changes();
    if (!changes && guards.access.revision === seen && Date.now() < until) return true;
    return look(changes);
  };
}
