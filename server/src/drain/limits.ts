import type { ReadLimits } from '../journal/reader.ts';

/**
 * Size of a batch. A native engine, and a server, spend less on each row the more there are: 600 µs in
 * batches of 250, 300 in batches of 2,000, 120 in batches of 8,000, each of 3 KB (x64). As WebAssembly the
 * engine gets slower beyond 2,000.
 */
export const BATCH_LIMITS = {
  native: { frames: 10_000, bytes: 32 * 1024 * 1024 },
  wasm: { frames: 2000, bytes: 8 * 1024 * 1024 },
} as const satisfies Record<string, ReadLimits>;
