/** The real disk, with faults on demand. What was written before a fault stays written, as on real disks. */
import { type AppendFile, diskFileSystem, type FileSystem } from '../../src/journal/file-system.ts';

type Operation = 'create' | 'write' | 'datasync' | 'truncate';

export class FaultyDisk implements FileSystem {
  /** Operations that fail from now on, and with what. */
  readonly faults = new Map<Operation, Error>();
  readonly done: Record<Operation, number> = { create: 0, write: 0, datasync: 0, truncate: 0 };
  readonly failed: Record<Operation, number> = { create: 0, write: 0, datasync: 0, truncate: 0 };
  /** Called when an operation has failed. */
  onFault: (operation: Operation) => void = () => {};
  /** Bytes that a failing write still brings to the disk. */
  writtenBeforeFault = 0;
  /** Free bytes, where it is not what the real disk has. */
  free: number | undefined;
  #gate: PromiseWithResolvers<void> | undefined;

  /** Syncs wait from now on, until the returned function is called. */
  holdSyncs(): () => void {
    this.#gate = Promise.withResolvers<void>();
    return () => {
      this.#gate?.resolve();
      this.#gate = undefined;
    };
  }

  async disk(folder: string): Promise<{ device: number; free: number }> {
    const { device, free } = await diskFileSystem.disk(folder);
    return { device, free: this.free ?? free };
  }

  async create(path: string): Promise<AppendFile> {
    this.#attempt('create');
    const file = await diskFileSystem.create(path);
    return {
      write: async (bytes, at) => {
        if (this.faults.has('write')) await file.write(bytes.subarray(0, this.writtenBeforeFault), at);
        this.#attempt('write');
        await file.write(bytes, at);
      },
      datasync: async () => {
        await this.#gate?.promise;
        this.#attempt('datasync');
        await file.datasync();
      },
      truncate: async (length) => {
        this.#attempt('truncate');
        await file.truncate(length);
      },
      close: () => file.close(),
    };
  }

  #attempt(operation: Operation): void {
    const fault = this.faults.get(operation);
    if (fault) {
      this.failed[operation]++;
      this.onFault(operation);
      throw fault;
    }
    this.done[operation]++;
  }
}

export function diskError(code: 'ENOSPC' | 'EIO'): Error {
  return Object.assign(new Error(`${code}: the disk said no`), { code });
}
