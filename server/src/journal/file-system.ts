/** The few file operations that the journal needs: a seam for tests to make a disk fill up or fail. */
import { constants, open, stat, statfs } from 'node:fs/promises';

export type AppendFile = {
  write(bytes: Uint8Array, at: number): Promise<void>;
  datasync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
};

export type FileSystem = {
  create(path: string): Promise<AppendFile>;
  /** The disk of a folder, and its free bytes. */
  disk(folder: string): Promise<{ device: number; free: number }>;
};

const { O_CREAT, O_DSYNC, O_EXCL, O_WRONLY } = constants;

/**
 * On Linux a file can be opened so that a write returns when its data is on the disk: one trip to the thread
 * pool instead of two, which shows in the acknowledging rate (docs/decisions/002-cost-of-acknowledging.md).
 * Elsewhere that flag promises less than `fdatasync`, so it is called.
 */
const WRITES_ARE_SYNCED = process.platform === 'linux';

export const diskFileSystem: FileSystem = {
  async disk(folder) {
    const { bavail, bsize } = await statfs(folder);
    return { device: (await stat(folder)).dev, free: bavail * bsize };
  },
  async create(path) {
    const flags = O_CREAT | O_EXCL | O_WRONLY | (WRITES_ARE_SYNCED ? O_DSYNC : 0);
    const handle = await open(path, flags, 0o600);
    return {
      async write(bytes, at) {
        let done = 0;
        while (done < bytes.length) {
          done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
        }
      },
      datasync: () => (WRITES_ARE_SYNCED ? Promise.resolve() : handle.datasync()),
      async truncate(length) {
        await handle.truncate(length);
        await handle.datasync();
      },
      close: () => handle.close(),
    };
  },
};
