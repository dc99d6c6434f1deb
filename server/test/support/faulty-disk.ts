/** The real disk with faults on demand. Bytes written before a fault stay written, as on real disks. */
import { type AppendFile, diskFileSystem, type FileSystem } from '../../src/journal/file-system.ts';

type Operation = 'create' | 'write' | 'datasync' | 'truncate';

export class FaultyDisk implements FileSystem {
  /** Errors that operations fail with from now on. */
  readonly faults = new Map<Operation, Error>();
  readonly done: Record<Operation, number> = { create: 0, write: 0, datasync: 0, truncate: 0 };
  readonly failed: Record<Operation, number> = { create: 0, write: 0, datasync: 0, truncate: 0 };
  /** Called after an operation has failed. */
  onFault: (operation: Operation) => void = () => {};
  /** Bytes that a failing write still puts on disk. */
  writtenBeforeFault = 0;
  /** Free bytes to report instead of the real disk's. */
  free: number | undefined;
  #gate: PromiseWithResolvers<void> | undefined;

  /** Blocks syncs until the returned function is called. */
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
