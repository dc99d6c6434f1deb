/**
 * How far the journal has been drained, in one small file that is replaced atomically (write, fsync, rename,
 * fsync of the folder).
 *
 * `drained`: everything before it is in the store. `inserting`: an insert of the frames from `drained` up to
 * this position was begun under a token and may or may not have happened; it must be repeated exactly, before
 * anything else, so that the store can recognise it. `without`: the ids which that insert leaves out, as the
 * drain names them. `node`: whose journal it is; earlier versions did not write it.
 *
 * It only saves work: what an earlier run left is compared with the store before it is inserted, so a
 * checkpoint that is lost, damaged or older than the store only means more to compare.
 */
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { comparePositions, type Position, syncFolder } from './segments.ts';

export type Checkpoint = {
  drained: Position;
  inserting: Position | null;
  without?: string[];
  node?: string;
};

export const START: Checkpoint = { drained: { segment: 0, offset: 0 }, inserting: null };

const CHECKPOINT_FILE = 'checkpoint.json';

/** The checkpoint, or why there is none. */
export async function readCheckpoint(folder: string): Promise<Checkpoint | 'lost' | 'damaged'> {
  let text: string;
  try {
    text = await readFile(join(folder, CHECKPOINT_FILE), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'lost';
    throw error;
  }
  const value = parse(text);
  return isCheckpoint(value) ? value : 'damaged';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function writeCheckpoint(folder: string, checkpoint: Checkpoint): Promise<void> {
  const path = join(folder, CHECKPOINT_FILE);
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(checkpoint)}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  await syncFolder(folder);
}

function isCheckpoint(value: unknown): value is Checkpoint {
  if (typeof value !== 'object' || value === null) return false;
  if (!('drained' in value) || !('inserting' in value)) return false;
  if ('without' in value && !isNames(value.without)) return false;
  if ('node' in value && typeof value.node !== 'string') return false;
  const { drained, inserting } = value;
  if (!isPosition(drained)) return false;
  return inserting === null || (isPosition(inserting) && comparePositions(drained, inserting) <= 0);
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function isPosition(value: unknown): value is Position {
  if (typeof value !== 'object' || value === null) return false;
  if (!('segment' in value) || !('offset' in value)) return false;
  return isCount(value.segment) && isCount(value.offset);
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
