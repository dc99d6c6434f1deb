/** The few file operations the writer needs: a seam, so that tests can make a disk fill up or fail. */
import { open } from 'node:fs/promises';

export type AppendFile = {
  write(bytes: Uint8Array, at: number): Promise<void>;
  datasync(): Promise<void>;
  truncate(length: number): Promise<void>;
  close(): Promise<void>;
};

export type FileSystem = { create(path: string): Promise<AppendFile> };

export const diskFileSystem: FileSystem = {
  async create(path) {
    const handle = await open(path, 'wx', 0o600);
    return {
      async write(bytes, at) {
        let done = 0;
        while (done < bytes.length) {
          done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
        }
      },
      datasync: () => handle.datasync(),
      truncate: (length) => handle.truncate(length),
      close: () => handle.close(),
    };
  },
};
