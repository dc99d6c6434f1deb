import type { Engine } from '../engine/engine.ts';
import { SILENT_MS } from '../monitoring/store-health.ts';
import type { StoreHeartbeat } from '../monitoring/store-heartbeat.ts';

type Watched = Pick<Engine, 'startedAt' | 'restart'>;

/** Its process answers within milliseconds, whatever the engine is busy with: after this it hangs. */
export const HUNG_LOOKS = 60;

/**
 * Looks whether the engine hangs, and has another one started in its place. Looks are counted, not time: a machine that
 * stood still has not asked meanwhile. An engine that has not answered since it was started is left to start.
 */
export function watchEngine(
  engine: Watched,
  pulse: Pick<StoreHeartbeat, 'heardAt' | 'silentMs'>,
): () => void {
  let silent = 0;
  return () => {
    const hasAnswered = pulse.heardAt !== null && pulse.heardAt > engine.startedAt();
    silent = hasAnswered && pulse.silentMs >= SILENT_MS ? silent + 1 : 0;
    if (silent < HUNG_LOOKS) return;
    silent = 0;
    engine.restart(`it did not answer for ${Math.round(pulse.silentMs / 1000)} s`);
  };
}
