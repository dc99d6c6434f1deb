/**
 * The data folder is for its owner only: what people wrote to models is in it, and what signs their
 * sessions. What this process and its children make is private by the umask; what was there before, on
 * a mounted volume or from a version that took less care, is mended when the folder is opened.
 */
import { chmodSync, type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/** Files are made 0600 and folders 0700 from now on, by whatever library makes them. */
export function makePrivateFiles(): void {
  process.umask(OTHERS);
}

export type Mending = {
  /** How many files and folders were open to others, and are not any more. */
  mended: number;
  /** Those that still are: they belong to somebody else, or the disk knows no modes. */
  open: string[];
};

/** Takes from everybody but the owner what they may do with a folder and all that is below it. */
export function mendModes(folder: string): Mending {
  const mending: Mending = { mended: 0, open: [] };
  // There, modes say nothing about who may read.
  if (process.platform === 'win32') return mending;
  mendFolder(folder, mending, { followLinks: true });
  return mending;
}

/** Links lead to what others care for, but those right below the data folder: a disk of their own. */
function mendFolder(folder: string, mending: Mending, { followLinks }: { followLinks: boolean }): void {
  mend(folder, mending);
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() || (followLinks && entry.isSymbolicLink() && isFolder(path)))
      mendFolder(path, mending, { followLinks: false });
    else if (!entry.isSymbolicLink()) mend(path, mending);
  }
}

function mend(path: string, mending: Mending): void {
  const mode = modeOf(path);
  if ((mode & OTHERS) === 0) return;
  try {
    chmodSync(path, mode & ~OTHERS & 0o777);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  // Looked at once more: some disks take every mode, and keep none.
  if ((modeOf(path) & OTHERS) === 0) mending.mended++;
  else mending.open.push(path);
}

/** None for what is gone meanwhile: a command may be at work beside this. */
function modeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === 'EPERM' || code === 'EACCES' || code === 'EROFS' || code === 'ENOENT';
}
