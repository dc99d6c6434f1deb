/** What has to stay free on the disk so that what waits in the journal can be stored. */
import type { Need } from '../journal/disk-room.ts';

/** The ledger's transactions and the log in front of them (a few megabytes at most), and the checkpoint. */
const BOOKS_BYTES = 16 * 1024 * 1024;
/**
 * What a byte of the journal takes in the embedded store, with its indexes: 0.4 for prose, 0.8 for images, and
 * 3.1 for Chinese characters at random, the most that was found (docs/decisions/015-reserve-disk-space.md).
 */
const STORED_PER_BYTE = 4;
/** The engine asks for the room of a batch before compression. It holds texts twice: as sent, and as searched. */
const INSERTED_PER_BYTE = 3;

export type ConcurrencyLimit = {
  /** Of the metadata. */
  data: string;
  /** Of the embedded store; null when the store is elsewhere. */
  store: string | null;
};

export function needsToCatchUp({ data, store }: ConcurrencyLimit, largestBatch: number): Need[] {
  const books = { folder: data, bytes: BOOKS_BYTES, perWaitingByte: 0 };
  if (store === null) return [books];
  return [books, { folder: store, bytes: INSERTED_PER_BYTE * largestBatch, perWaitingByte: STORED_PER_BYTE }];
}
