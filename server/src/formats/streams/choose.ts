import type { Json } from '../format.ts';
import { READERS } from '../readers.ts';
import type { Assemble } from './events.ts';

const CHOOSERS = Object.values(READERS).flatMap(({ assemblerOf }) => assemblerOf ?? []);

/**
 * Chooses by the first event that some format claims: pings and errors look alike everywhere. The declared
 * format does not matter, so that a proxy's dialect is read as well. Null when no event is claimed.
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
