import type { NotRecordedReason } from './errors.ts';

/** Outcomes of all exchanges so far. */
export type Counts = DeliveryCounts & {
  /** Exchanges that were not recorded, by reason. */
  notRecorded: Partial<Record<NotRecordedReason, number>>;
};

export type DeliveryCounts = {
  /** Exchanges that Parley acknowledged, duplicates included. */
  sent: number;
  duplicates: number;
  refused: number;
  dropped: number;
  waiting: number;
};
