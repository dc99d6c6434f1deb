import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** Folders removed when the tests of this file are over, after the servers that run on them. */
const folders: string[] = [];

after(() => Promise.all(folders.map(removeFolder)));

/** A temporary folder for one test. */
export async function tempFolder(): Promise<string> {
  const folder = await makeFolder();
  folders.push(folder);
  return folder;
}

/** A temporary folder for one run of a property. */
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
