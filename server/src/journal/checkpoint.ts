/**
 * How far the journal has been drained, in one small file that is replaced as a whole (write, fsync,
 * rename, fsync of the folder).
 *
 * `drained`: everything before it is in the store. `inserting`: an insert of the frames from `drained` up
 * to this place was begun under a token and may or may not have happened; it must be repeated exactly
 * so, before anything else, so that the store can recognise it. `without`: what that insert leaves out, in
 * the drain's own names.
 */
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type Position, syncFolder } from './segments.ts';

export type Checkpoint = { drained: Position; inserting: Position | null; without?: string[] };

export const START: Checkpoint = { drained: { segment: 0, offset: 0 }, inserting: null };

const NAME = 'checkpoint.json';

export async function readCheckpoint(folder: string): Promise<Checkpoint> {
  let text: string;
  try {
    text = await readFile(join(folder, NAME), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return START;
    throw error;
  }
  const value = parse(text);
  if (!isCheckpoint(value)) {
    throw new Error(`${join(folder, NAME)} is not a checkpoint; restore it, or move the journal away.`);
  }
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function writeCheckpoint(folder: string, checkpoint: Checkpoint): Promise<void> {
  const path = join(folder, NAME);
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
  return isPosition(value.drained) && (value.inserting === null || isPosition(value.inserting));
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string');
}

function isPosition(value: unknown): value is Position {
  if (typeof value !== 'object' || value === null) return false;
  if (!('segment' in value) || !('offset' in value)) return false;
  return Number.isSafeInteger(value.segment) && Number.isSafeInteger(value.offset);
}
