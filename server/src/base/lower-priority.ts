import { constants, setPriority } from 'node:os';

/**
 * Acknowledging comes first: where both want the processor, this process waits. Without an id it is about
 * the calling thread, which is something of its own on Linux only.
 */
export function lowerPriority(pid?: number): void {
  if (pid === undefined && process.platform !== 'linux') return;
  try {
    setPriority(pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed here, or already gone: then it competes.
  }
}
