/**
 * Keeps the data folder private to its owner: it holds prompts, answers and the secret that signs sessions.
 * New files are private by the umask; existing ones, on a mounted volume or from an older version, are
 * corrected when the folder is opened.
 */
import { chmodSync, type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/** From now on files are created 0600 and folders 0700, by whatever library creates them. */
export function makePrivateFiles(): void {
  process.umask(OTHERS);
}

export type Mending = {
  /** Number of files and folders that others could use and no longer can. */
  mended: number;
  /** Paths that others can still use: they have another owner, or the file system has no modes. */
  open: string[];
};

/** Removes the permissions of everyone but the owner from a folder and all that is below it. */
export function mendModes(folder: string): Mending {
  const mending: Mending = { mended: 0, open: [] };
  // On Windows, modes do not say who may read.
  if (process.platform === 'win32') return mending;
  mendFolder(folder, mending, { followLinks: true });
  return mending;
}

/** Follows links directly below the data folder, which may be separate volumes, and no others. */
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
  // Checked again: some file systems accept every mode and keep none.
  if ((modeOf(path) & OTHERS) === 0) mending.mended++;
  else mending.open.push(path);
}

/** Undefined for a file that was removed meanwhile: a command may run at the same time. */
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
