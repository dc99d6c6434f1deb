import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for a test, gone when the test is over. */
export async function tempFolder(test: { after: (done: () => Promise<void>) => void }): Promise<string> {
  const folder = await makeFolder();
  test.after(() => removeFolder(folder));
  return folder;
}

/** A folder for one run of a property. */
export async function withTempFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeFolder();
  try {
    return await use(folder);
  } finally {
    await removeFolder(folder);
  }
}

function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'parley-'));
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
