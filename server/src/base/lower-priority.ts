import { constants, setPriority } from 'node:os';

/**
 * Lowers the scheduling priority of a process, so that acknowledging comes first. Without a pid it applies to
 * the calling thread, which Linux alone schedules by itself.
 */
export function lowerPriority(pid?: number): void {
  if (pid === undefined && process.platform !== 'linux') return;
  try {
    setPriority(pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not permitted here, or the process has ended: it then competes at normal priority.
  }
}
