import { bytes } from '../../lib/format.ts';

/** Below, what the store keeps about its own files outweighs what is in them. */
const WORTH_SAYING = 1_000_000;

/** How much it was before the store compressed it; null where the figure says nothing yet. */
export function beforeCompression(size: { bytesOnDisk: number; rawBytes: number }): string | null {
  const { bytesOnDisk, rawBytes } = size;
  const times = rawBytes / bytesOnDisk;
  if (rawBytes < WORTH_SAYING || bytesOnDisk === 0 || times <= 1) return null;
  return `${bytes(rawBytes)} (${times.toLocaleString('en', { maximumFractionDigits: 1 })}×)`;
}
