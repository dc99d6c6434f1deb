/** A comment that was asked for in a list: what opens next begins with it. */
import { type Target, targetKey } from './target.ts';

let wanted: string | null = null;

export function wantComment(target: Target): void {
  wanted = targetKey(target);
}

/** Whether the comment of this target was asked for; asks once. */
export function takeWanted(target: Target): boolean {
  if (wanted !== targetKey(target)) return false;
  wanted = null;
  return true;
}
