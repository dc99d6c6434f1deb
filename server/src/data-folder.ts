/**
 * The data folder: where things are in it, and the lock that keeps a second server out. The lock is a
 * transaction on an empty SQLite file: the kernel gives it back however the process ends.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Mending, mendModes } from './private-files.ts';

export class DataFolderInUse extends Error {}

export type DataFolder = {
  journal: string;
  store: string;
  metadata: string;
  /** Names this folder's journal in the store and in the ledger, for as long as it exists. */
  node: string;
  /** What of it was open to others, and what still is. */
  mending: Mending;
  /** Says where the running server listens, for the command line. */
  announce: (running: RunningServer) => void;
  release: () => void;
};

export type RunningServer = {
  pid: number;
  url: string;
  /** The socket of its embedded engine; null when it uses a ClickHouse server. */
  engine: string | null;
};

export function metadataPath(folder: string): string {
  return join(folder, 'metadata.sqlite');
}

export function openDataFolder(folder: string): DataFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = acquireLock(folder);
  return {
    journal: join(folder, 'journal'),
    store: join(folder, 'store'),
    metadata: metadataPath(folder),
    node: nodeName(folder),
    mending: mendModes(folder),
    announce: (running) => writeFileSync(join(folder, 'server.json'), `${JSON.stringify(running)}\n`),
    release: () => lock.close(),
  };
}

/** The server that runs on this folder, as it announced itself; null when none does. */
export function runningServer(folder: string): RunningServer | null {
  try {
    acquireLock(folder).close();
    return null;
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    return JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
  }
}

function acquireLock(folder: string): DatabaseSync {
  const lock = new DatabaseSync(join(folder, 'lock.sqlite'));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new DataFolderInUse(
        `Another Parley server is running on ${folder}. Stop it first, or give this one a data folder of its own (PARLEY_DATA).`,
      );
    }
    throw error;
  }
}

function nodeName(folder: string): string {
  const path = join(folder, 'node-id');
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    const name = randomUUID().slice(0, 8);
    writeFileSync(path, `${name}\n`, { flag: 'wx', mode: 0o600 });
    return name;
  }
}
