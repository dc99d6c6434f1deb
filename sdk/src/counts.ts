import type { NotRecordedReason } from './errors.ts';

/** What became of the exchanges so far. */
export type Counts = DeliveryCounts & {
  /** By why they are not recorded. */
  notRecorded: Partial<Record<NotRecordedReason, number>>;
};

export type DeliveryCounts = {
  /** Acknowledged by Parley; those that it had already are among them. */
  sent: number;
  duplicates: number;
  refused: number;
  dropped: number;
  waiting: number;
};
