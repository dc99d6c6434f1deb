import type { Engine } from '../engine/engine.ts';
import { SILENT_MS } from '../monitoring/store-health.ts';
import type { StoreHeartbeat } from '../monitoring/store-heartbeat.ts';

type Watched = Pick<Engine, 'startedAt' | 'restart'>;

/**
 * Failed checks after which the engine hangs. Its process answers within milliseconds, however busy the
 * engine is.
 */
export const HUNG_CHECKS = 60;

/**
 * Checks whether the engine hangs, and restarts it. Checks are counted instead of time, since a suspended
 * machine has made none. An engine that has not answered since its start is left to start.
 */
export function watchEngine(
  engine: Watched,
  heartbeat: Pick<StoreHeartbeat, 'heardAt' | 'silentMs'>,
): () => void {
  let silent = 0;
  return () => {
    const hasAnswered = heartbeat.heardAt !== null && heartbeat.heardAt > engine.startedAt();
    silent = hasAnswered && heartbeat.silentMs >= SILENT_MS ? silent + 1 : 0;
    if (silent < HUNG_CHECKS) return;
    silent = 0;
    engine.restart(`it did not answer for ${Math.round(heartbeat.silentMs / 1000)} s`);
  };
}
