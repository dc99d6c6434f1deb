import type { Json } from '../format.ts';
import { READERS } from '../readers.ts';
import type { Assemble } from './events.ts';

const CHOOSERS = Object.values(READERS).flatMap(({ assemblerOf }) => assemblerOf ?? []);

/**
 * The assembler for the first event that a format claims, since pings and errors look alike everywhere. The
 * declared format is ignored, so that a proxy's dialect works, too. Null when no event is claimed.
 */
export function chooseAssembler(events: readonly Json[]): Assemble | null {
  for (const event of events) {
    for (const assemblerOf of CHOOSERS) {
      const assemble = assemblerOf(event);
      if (assemble !== null) return assemble;
    }
  }
  return null;
}
