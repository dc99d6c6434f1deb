/** A file system of a few megabytes, for what only a full disk shows. */
import { execFileSync } from 'node:child_process';
import type { TestContext } from 'node:test';
import { tempFolder } from './temp-folder.ts';

/** The folder it is mounted at, or null where nobody may mount anything: the test says so and is skipped. */
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

function unmount(folder: string): void {
  try {
    execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' });
  } catch {
    // It was never mounted.
  }
}
