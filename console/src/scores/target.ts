/** What a score given in the console is about. */
import type { Score } from '@parley/contract';

export type Target = { appId: string } & (
  | { type: 'interaction'; id: string }
  | { type: 'session'; id: string }
  | { type: 'user'; id: string }
);

export function targetKey({ appId, type, id }: Target): string {
  return `${appId} ${type} ${id}`;
}

/** Whether a score names this target; one of an interaction may name its response instead. */
export function isAbout(score: Score, { type, id }: Target): boolean {
  return score[type] === id;
}
