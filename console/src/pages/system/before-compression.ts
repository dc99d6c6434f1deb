import { bytes } from '../../lib/format.ts';

/** Below this size, file overhead outweighs the data. */
const WORTH_SAYING = 1_000_000;

/** The uncompressed size; null while the store is too small for the figure to be meaningful. */
export function beforeCompression(size: { bytesOnDisk: number; rawBytes: number }): string | null {
  const { bytesOnDisk, rawBytes } = size;
  const times = rawBytes / bytesOnDisk;
  if (rawBytes < WORTH_SAYING || bytesOnDisk === 0 || times <= 1) return null;
  return `${bytes(rawBytes)} (${times.toLocaleString('en', { maximumFractionDigits: 1 })}×)`;
}
