/**
 * The folder of a running backup, with a note in it until the backup is complete. An interrupted one starts
 * again in the same folder: its files are of an earlier moment.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomically } from '../base/write-file-atomically.ts';
import { BACKUP_ENTRIES, BackupError } from './manifest.ts';

const NOTE_FILE = 'unfinished.json';
const Maker = z.object({ host: z.string(), pid: z.int() });

/** Returns the function that marks the backup as complete. */
export function beginBackup(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // `.new`: a note that was being written.
  const found = readdirSync(folder).filter((name) => name !== `${NOTE_FILE}.new`);
  const isOwn =
    found.includes(NOTE_FILE) && found.every((name) => name === NOTE_FILE || BACKUP_ENTRIES.includes(name));
  if (found.length > 0 && !isOwn)
    throw new BackupError(`${folder} is not empty: name a folder that is, or that does not exist yet.`);
  if (isOwn && isAtWork(folder))
    throw new BackupError(
      `Another backup is being made in ${folder}. Wait for it or name another folder; if it was interrupted, empty this one.`,
    );
  writeFileAtomically(
    join(folder, NOTE_FILE),
    `${JSON.stringify({ host: hostname(), pid: process.pid } satisfies z.infer<typeof Maker>)}\n`,
  );
  for (const name of BACKUP_ENTRIES) rmSync(join(folder, name), { recursive: true, force: true });
  return () => rmSync(join(folder, NOTE_FILE));
}

/** A process on another machine cannot be checked: it is assumed to be running. */
function isAtWork(folder: string): boolean {
  const maker = readMaker(folder);
  if (maker === null) return false;
  if (maker.host !== hostname()) return true;
  // In containers, every first process has the same pid.
  return maker.pid !== process.pid && isRunning(maker.pid);
}

function readMaker(folder: string): z.infer<typeof Maker> | null {
  try {
    return Maker.parse(JSON.parse(readFileSync(join(folder, NOTE_FILE), 'utf8')));
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
