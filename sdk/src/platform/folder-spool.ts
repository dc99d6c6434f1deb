/**
 * One file per payload, for those who may read this folder only. Several processes may share it: keys make that safe.
 * Each application has a folder of its own in it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joined } from '../bytes.ts';
import type { Spool, Spooled } from '../delivery/spool.ts';
import { ParleyError } from '../errors.ts';

const ENDING = '.payload';
/** Of one that is being written. */
const PART = '.part';
/** Of one that is none. */
const BAD = '.bad';
/** Nobody writes for so long. */
const PART_MS = 60 * 60 * 1000;
/** No more than this is written: a Parley that is away for weeks must not fill the disk. */
const MOST_FILES = 100_000;

export class FolderSpool implements Spool {
  readonly #folder: string;
  readonly #report: (error: ParleyError) => void;
  /** What is not on the disk yet. */
  readonly #writing = new Map<string, Spooled>();
  #files = 0;

  constructor(folder: string, appKey: string, report: (error: ParleyError) => void) {
    this.#folder = join(folder, createHash('sha256').update(appKey).digest('hex').slice(0, 16));
    this.#report = report;
    this.#try(() => mkdirSync(this.#folder, { recursive: true, mode: 0o700 }));
  }

  async put(item: Spooled): Promise<boolean> {
    if (this.#files >= MOST_FILES) {
      this.#fail(new Error(`It has ${MOST_FILES} files already.`));
      return false;
    }
    this.#files++;
    this.#writing.set(item.id, item);
    return this.#write(item);
  }

  async list(): Promise<string[]> {
    try {
      const names = await readdir(this.#folder);
      const ids = names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
      this.#files = ids.length;
      for (const name of names.filter((name) => name.endsWith(PART))) this.#clear(name, names);
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
      // It is put aside like one without a key.
    }
    this.#fail(new Error(`${file} is no payload; it is kept as ${file}${BAD}.`));
    await rename(file, file + BAD).catch(() => {});
    return null;
  }

  remove(id: string): void {
    this.#files--;
    // One that is still being written is removed when it is there.
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
      await writeFile(file + PART, contents(item), { mode: 0o600 });
      await rename(file + PART, file);
    } catch (cause) {
      isThere = false;
      this.#files--;
      this.#fail(cause);
    }
    if (this.#writing.delete(item.id)) return isThere;
    void unlink(file).catch(() => {});
    return false;
  }

  /** One that was left when its process ended: it was written in another way, or cut off. */
  #clear(part: string, names: readonly string[]): void {
    const madeAt = Number.parseInt(part, 36);
    const isLeft = names.includes(part.slice(0, -PART.length)) || Date.now() - madeAt > PART_MS;
    if (isLeft) void unlink(join(this.#folder, part)).catch(() => {});
  }

  #file(id: string): string {
    return join(this.#folder, `${id}${ENDING}`);
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
