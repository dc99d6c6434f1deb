/**
 * A spool with one file per payload, readable only by its owner. Processes may share the folder, since
 * idempotency keys make double sending harmless. Each application has a subfolder.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joined } from '../bytes.ts';
import type { Spool, Spooled } from '../delivery/spool.ts';
import { ParleyError } from '../errors.ts';

const SUFFIX = '.payload';
/** Suffix of a file that is being written. */
const PART_SUFFIX = '.part';
/** Suffix of a file that is not a valid payload. */
const BAD_SUFFIX = '.bad';
/** Age after which a partial file is abandoned; no write takes this long. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;
/** Maximum number of files, so that a long outage of Parley does not fill the disk. */
const MAX_FILES = 100_000;

export class FolderSpool implements Spool {
  readonly #folder: string;
  readonly #report: (error: ParleyError) => void;
  /** Payloads that are not on disk yet. */
  readonly #writing = new Map<string, Spooled>();
  #files = 0;

  constructor(folder: string, appKey: string, report: (error: ParleyError) => void) {
    this.#folder = join(folder, createHash('sha256').update(appKey).digest('hex').slice(0, 16));
    this.#report = report;
    this.#try(() => mkdirSync(this.#folder, { recursive: true, mode: 0o700 }));
  }

  async put(item: Spooled): Promise<boolean> {
    if (this.#files >= MAX_FILES) {
      this.#fail(new Error(`It already has ${MAX_FILES} files.`));
      return false;
    }
    this.#files++;
    this.#writing.set(item.id, item);
    return this.#write(item);
  }

  async list(): Promise<string[]> {
    try {
      const names = await readdir(this.#folder);
      const ids = names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
      this.#files = ids.length;
      for (const name of names.filter((name) => name.endsWith(PART_SUFFIX))) this.#clear(name, names);
      return ids.sort();
    } catch (cause) {
      this.#fail(cause);
      return [];
    }
  }

  async read(id: string): Promise<Spooled | null> {
    const file = this.#file(id);
    const bytes = await readFile(file).catch((error) => {
      if (error.code === 'ENOENT') return null;
      this.#fail(error);
      throw error;
    });
    if (bytes === null) return null;
    try {
      const line = bytes.indexOf(0x0a);
      const key: unknown = JSON.parse(bytes.subarray(0, line).toString());
      if (typeof key === 'string') return { id, key, body: new Uint8Array(bytes.subarray(line + 1)) };
    } catch {
      // Set aside below, like a file without a key.
    }
    this.#fail(new Error(`${file} is not a payload; it was renamed to ${file}${BAD_SUFFIX}.`));
    await rename(file, file + BAD_SUFFIX).catch(() => {});
    return null;
  }

  remove(id: string): void {
    this.#files--;
    // A file that is still being written is removed by `#write`.
    if (!this.#writing.delete(id)) void unlink(this.#file(id)).catch(() => {});
  }

  writeRest(): void {
    for (const item of this.#writing.values())
      this.#try(() => writeFileSync(this.#file(item.id), contents(item), { mode: 0o600 }));
  }

  async #write(item: Spooled): Promise<boolean> {
    const file = this.#file(item.id);
    let isThere = true;
    try {
      await writeFile(file + PART_SUFFIX, contents(item), { mode: 0o600 });
      await rename(file + PART_SUFFIX, file);
    } catch (cause) {
      isThere = false;
      this.#files--;
      this.#fail(cause);
    }
    if (this.#writing.delete(item.id)) return isThere;
    void unlink(file).catch(() => {});
    return false;
  }

  /**
   * Removes a partial file that an ended process left: its payload was written synchronously, or never
   * completed.
   */
  #clear(part: string, names: readonly string[]): void {
    const madeAt = Number.parseInt(part, 36);
    const isLeft =
      names.includes(part.slice(0, -PART_SUFFIX.length)) || Date.now() - madeAt > ABANDONED_AFTER_MS;
    if (isLeft) void unlink(join(this.#folder, part)).catch(() => {});
  }

  #file(id: string): string {
    return join(this.#folder, `${id}${SUFFIX}`);
  }

  #try(run: () => void): void {
    try {
      run();
    } catch (cause) {
      this.#fail(cause);
    }
  }

  #fail(cause: unknown): void {
    this.#report(new ParleyError('spool', `The spool folder ${this.#folder} cannot be used.`, { cause }));
  }
}

function contents({ key, body }: Spooled): Uint8Array {
  return joined([new TextEncoder().encode(`${JSON.stringify(key)}\n`), body]);
}
