/**
 * The folder of a backup that is being made, with a note in it until it is whole. One that was interrupted is begun
 * anew in the same place: what it had is of another moment.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../base/write-file-atomically.ts';
import { BackupError, PARTS } from './manifest.ts';

const NOTE = 'unfinished.json';
const Maker = z.object({ host: z.string(), pid: z.int() });

/** Returns what says that it is whole. */
export function beginBackup(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A note that was begun, and says nothing yet.
  const found = readdirSync(folder).filter((name) => name !== `${NOTE}.new`);
  const isOwn = found.includes(NOTE) && found.every((name) => name === NOTE || PARTS.includes(name));
  if (found.length > 0 && !isOwn)
    throw new BackupError(`${folder} is not empty: name a folder that is, or that does not exist yet.`);
  if (isOwn && isAtWork(folder))
    throw new BackupError(
      `Another backup is being made in ${folder}. Wait for it or name another folder; if it was interrupted, empty this one.`,
    );
  writeFileAtomically(
    join(folder, NOTE),
    `${JSON.stringify({ host: hostname(), pid: process.pid } satisfies z.infer<typeof Maker>)}\n`,
  );
  for (const name of PARTS) rmSync(join(folder, name), { recursive: true, force: true });
  return () => rmSync(join(folder, NOTE));
}

/** Of a maker on another machine nobody can tell: it is taken for one that lives. */
function isAtWork(folder: string): boolean {
  const maker = readMaker(folder);
  if (maker === null) return false;
  if (maker.host !== hostname()) return true;
  // Containers give the same number to every first process.
  return maker.pid !== process.pid && isRunning(maker.pid);
}

function readMaker(folder: string): z.infer<typeof Maker> | null {
  try {
    return Maker.parse(JSON.parse(readFileSync(join(folder, NOTE), 'utf8')));
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
