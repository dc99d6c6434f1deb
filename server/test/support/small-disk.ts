/** A file system of a few megabytes, for tests of a full disk. */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { tempFolder } from './temp-folder.ts';

/** Mounts it and returns its folder; skips the test and returns null where mounting is not permitted. */
export async function smallDisk(test: TestContext, megabytes: number): Promise<string | null> {
  const folder = await tempFolder();
  test.after(() => unmount(folder));
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
    execFileSync('mount', options, { stdio: 'pipe' });
    return folder;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    test.skip(`NOT RUN: it needs a small file system, and none can be mounted here (${why.trim()}).`);
    return null;
  }
}

/** Fills the disk to the last byte until the returned function is called. */
export function fillDisk(folder: string): () => void {
  const path = join(folder, 'filler');
  const file = openSync(path, 'w');
  for (let block = Buffer.alloc(2 ** 20); block.length > 0; ) {
    try {
      writeSync(file, block);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      block = block.subarray(block.length === 1 ? 1 : block.length / 2);
    }
  }
  closeSync(file);
  return () => rmSync(path);
}

function unmount(folder: string): void {
  try {
    execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
  } catch {
    // It was not mounted.
  }
}
