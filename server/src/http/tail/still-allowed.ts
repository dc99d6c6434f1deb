import type { FastifyRequest } from 'fastify';
import { type Asker, askerOf, type Guards } from '../asker.ts';
import type { MayRead } from './guarded-stream.ts';

/**
 * Whether whoever was let in may still read what they were let in for. It is asked before every event,
 * so it looks only when the metadata has changed since the last look, or the time is over.
 */
export function stillAllowed(guards: Guards, request: FastifyRequest, { apps }: Asker): MayRead {
  let seen = -1;
  let until = 0;

  async function look(changes: Promise<void> | undefined): Promise<boolean> {
    try {
      await changes;
      // Read before the look: a change in between leads to another one.
      const { revision } = guards.access;
      if (revision === seen && Date.now() < until) return true;
      const now = await askerOf(guards, request, 'read');
      if (!apps.every((app) => now.apps.includes(app))) return false;
      seen = revision;
      until = now.until;
      return true;
    } catch {
      // Not any more, or it cannot be known right now: whoever may comes back by themselves.
      return false;
    }
  }

  return () => {
    const changes = guards.access.changes();
    if (!changes && guards.access.revision === seen && Date.now() < until) return true;
    return look(changes);
  };
}
