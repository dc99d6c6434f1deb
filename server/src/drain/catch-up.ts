/** Disk space that has to stay free so that the waiting journal can be stored. */
import type { Need } from '../journal/disk-room.ts';

/** The ledger's transactions with their write-ahead log (a few megabytes at most), and the checkpoint. */
const LEDGER_BYTES = 16 * 1024 * 1024;
/**
 * Bytes in the embedded store per byte of the journal, with indexes: 0.4 for prose, 0.8 for images, and 3.1
 * for random Chinese characters, the highest measured (docs/decisions/015-reserve-disk-space.md).
 */
const STORED_PER_BYTE = 4;
/** The engine reserves the uncompressed size of a batch. It holds texts twice: as sent, and as searched. */
const INSERTED_PER_BYTE = 3;

export type StorageFolders = {
  /** The folder of the metadata. */
  data: string;
  /** The folder of the embedded store; null for a remote store. */
  store: string | null;
};

export function needsToCatchUp({ data, store }: StorageFolders, largestBatch: number): Need[] {
  const ledger = { folder: data, bytes: LEDGER_BYTES, perWaitingByte: 0 };
  if (store === null) return [ledger];
  return [
    ledger,
    { folder: store, bytes: INSERTED_PER_BYTE * largestBatch, perWaitingByte: STORED_PER_BYTE },
  ];
}
