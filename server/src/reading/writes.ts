/** What the API writes to the store. It runs on a reading thread because it reads a whole payload first. */
import type { Apps } from '../queries/filters.ts';
import { findRejection } from './find-rejection.ts';
import type { Sources } from './sources.ts';

export type Replayed = { apps: Apps; id: string; replayedAs: string; at: number };

export const WRITES = {
  /** Notes the interaction that a replayed rejection became. */
  async markReplayed({ store }: Sources, { apps, id, replayedAs, at }: Replayed): Promise<void> {
    const { app_id: appId, received: receivedAt, issues, payload } = await findRejection(store, apps, id);
    const replayed = { id, appId, receivedAt, issues, payload, replayedAs, version: at };
    await store.insertRejections([replayed], `replay-${id}-${at}`);
  },
} satisfies Record<string, (sources: Sources, input: never) => Promise<void>>;

export type WriteName = keyof typeof WRITES;
export type WriteInput<N extends WriteName> = Parameters<(typeof WRITES)[N]>[1];
