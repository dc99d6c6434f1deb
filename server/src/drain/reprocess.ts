/**
 * Derives stored interactions again, after a fix of a format or a change of prices. Only rows whose derived
 * values differ are written; ids, envelopes and raw bytes stay as they are. It can be interrupted and
 * repeated at any time: finished rows do not differ any more.
 */
import type { Price } from '../prices/price.ts';
import { rederive } from '../record/rederive.ts';
import type { DerivedRow, DerivedRows, Rewrite } from '../store/rewrite/derived-rows.ts';
import { DERIVED_COLUMNS, type DerivedColumn, TEXT_COLUMNS } from '../store/rows/interaction-row.ts';
import type { SeenPrompts } from './seen-prompts.ts';

export type Progress = { total: number; read: number; changed: number };

export type ReprocessOptions = {
  rows: Pick<DerivedRows, 'count' | 'pages' | 'rewrite' | 'sweep'>;
  price: Price;
  prompts: Pick<SeenPrompts, 'lookUp' | 'promptOf' | 'save' | 'saved'>;
  /** Range of `requestedAt` in milliseconds: from inclusive, to exclusive. */
  from: number;
  to: number;
  /** All applications if absent. */
  appId?: string | undefined;
  onProgress: (progress: Progress) => void;
};

/** Size of one mutation: as large as possible, since each rewrites columns of whole parts. */
const BATCH_BYTES = 64 * 1024 * 1024;
/** Size of a row without its texts. */
const ROW_BYTES = 512;

export async function reprocess(options: ReprocessOptions): Promise<Progress> {
  const { rows, price, prompts, from, to, onProgress } = options;
  await rows.sweep();
  const counts = await rows.count(from, to);
  const apps = options.appId === undefined ? [...counts.keys()] : [options.appId];
  const total = apps.reduce((sum, appId) => sum + (counts.get(appId) ?? 0), 0);
  const progress: Progress = { total, read: 0, changed: 0 };
  // Most changes concern prices and are small: they neither wait for texts nor rewrite them.
  const small = new Batch(DERIVED_COLUMNS.filter((column) => !TEXT_COLUMNS.includes(column)));
  const large = new Batch(DERIVED_COLUMNS);
  onProgress(progress);
  for (const appId of apps) {
    await prompts.lookUp([appId]);
    for await (const page of rows.pages({ appId, from, to })) {
      for (const row of page) {
        const batch = rederiveInto(row);
        if (batch && batch.bytes >= BATCH_BYTES) await write(batch);
      }
      progress.read += page.length;
      onProgress(progress);
    }
  }
  await write(small);
  await write(large);
  await save();
  return progress;

  function rederiveInto(row: DerivedRow): Batch | null {
    // Without bodies there is nothing to derive from: the row stays as it is.
    if (row.request === '') return null;
    const { values, changed } = rederive(row, price, (...seen) => prompts.promptOf(...seen));
    if (changed.length === 0) return null;
    const batch = changed.some((column) => TEXT_COLUMNS.includes(column)) ? large : small;
    batch.add({ id: row.id, appId: row.app_id, requestedAt: row.requested, values }, changed);
    return batch;
  }

  async function save(): Promise<void> {
    await prompts.save();
    prompts.saved();
  }

  async function write(batch: Batch): Promise<void> {
    const { rewrites, columns } = batch.take();
    if (rewrites.length === 0) return;
    await save();
    await rows.rewrite(rewrites, columns);
    progress.changed += rewrites.length;
    onProgress(progress);
  }
}

class Batch {
  readonly #kept: readonly DerivedColumn[];
  #rewrites: Rewrite[] = [];
  #changed = new Set<DerivedColumn>();
  bytes = 0;

  constructor(kept: readonly DerivedColumn[]) {
    this.#kept = kept;
  }

  /** Adds a row with every value that the batch may have to write. */
  add({ values, ...rewrite }: Rewrite, changed: readonly DerivedColumn[]): void {
    const kept = Object.fromEntries(this.#kept.map((column) => [column, values[column] ?? null]));
    this.#rewrites.push({ ...rewrite, values: kept });
    for (const column of changed) this.#changed.add(column);
    for (const column of TEXT_COLUMNS) this.bytes += String(kept[column] ?? '').length;
    this.bytes += ROW_BYTES;
  }

  take(): { rewrites: Rewrite[]; columns: DerivedColumn[] } {
    const taken = { rewrites: this.#rewrites, columns: [...this.#changed] };
    this.#rewrites = [];
    this.#changed = new Set();
    this.bytes = 0;
    return taken;
  }
}
