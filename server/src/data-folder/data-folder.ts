/**
 * The data folder: its layout, and the lock that keeps a second server out. The lock is a transaction on an
 * empty SQLite file, which the kernel releases however the process ends.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { diskError } from '../base/disk-error.ts';
import { type Mending, mendModes } from '../base/private-files.ts';
import { writeFileAtomically } from '../base/write-file-atomically.ts';
import { DataFolderUnusable, refuseRestoring } from './pending-operations.ts';
import { markStore, refuseNewerStore } from './schema-mark.ts';

export class DataFolderInUse extends Error {}

export type DataFolder = {
  path: string;
  journal: string;
  store: string;
  metadata: string;
  /** What others could use of it, and what they still can. */
  mending: Mending;
  /** Marks the embedded store as used by this version, which older versions then refuse. */
  markStore: () => void;
  /** Records where the running server listens, for the command line. */
  announce: (running: RunningServer) => void;
  release: () => void;
};

export type RunningServer = {
  pid: number;
  url: string;
  /** Socket of its embedded engine; null if it uses ClickHouse servers. */
  engine: string | null;
};

export function metadataPath(folder: string): string {
  return join(folder, 'metadata.sqlite');
}

export function storePath(folder: string): string {
  return join(folder, 'store');
}

export function openDataFolder(folder: string): DataFolder {
  refuseRestoring(folder);
  return openAnyFolder(folder);
}

/** Whether it holds nothing but what opening it creates. */
export function isUnused(folder: string): boolean {
  const isLeft = (name: string) => name.startsWith('lock.sqlite') || name === 'restoring.json.new';
  return !existsSync(folder) || readdirSync(folder).every(isLeft);
}

/** Opens a folder even if a restore into it was interrupted; for `parley restore`. */
export function openAnyFolder(folder: string): DataFolder {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = acquireLock(folder);
  try {
    refuseNewerStore(folder);
  } catch (error) {
    lock.close();
    throw error;
  }
  const announcement = join(folder, 'server.json');
  // Left by a server that has ended.
  rmSync(announcement, { force: true });
  return {
    path: folder,
    journal: join(folder, 'journal'),
    store: storePath(folder),
    metadata: metadataPath(folder),
    mending: mendModes(folder),
    markStore: () => markStore(folder),
    announce: (running) => writeFileAtomically(announcement, `${JSON.stringify(running)}\n`),
    release: () => lock.close(),
  };
}

/** The server that runs on this folder, as it announced itself; null if none does. */
export function runningServer(folder: string): RunningServer | null {
  try {
    acquireLock(folder).close();
    return null;
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const running = readAnnouncement(folder);
    if (running) return running;
    throw new DataFolderInUse(
      `A server or a command works on ${folder}, but does not say where it listens. Wait until it has started or is done; a server that runs for longer has lost its server.json: restart it.`,
    );
  }
}

/** The URL of the folder's server, as far as it is known. */
export function runningUrl(folder: string): string | null {
  try {
    return runningServer(folder)?.url ?? null;
  } catch (error) {
    if (error instanceof DataFolderInUse || error instanceof DataFolderUnusable) return null;
    throw error;
  }
}

const Announcement = z.object({ pid: z.int(), url: z.string(), engine: z.string().nullable() });

function readAnnouncement(folder: string): RunningServer | null {
  try {
    return Announcement.parse(JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8')));
  } catch {
    return null;
  }
}

function acquireLock(folder: string): DatabaseSync {
  const path = join(folder, 'lock.sqlite');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path);
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Error && /not a database/i.test(error.message)) {
      // Nobody holds the lock, or it would be busy; the file has no content to lose.
      truncateSync(path);
      return acquireLock(folder);
    }
    if (error instanceof Error && /locked|busy/i.test(error.message)) {
      throw new DataFolderInUse(
        `Another Parley server is running on ${folder}. Stop it first, or give this one a data folder of its own (PARLEY_DATA).`,
      );
    }
    const trouble = diskError(error);
    throw trouble === null ? error : new DataFolderUnusable(`${folder} cannot be used: ${trouble}`);
  }
}
