/**
 * A folder of this machine as a file system of Emscripten's, so that the engine's data is on disk and not
 * in memory. What Emscripten does not pass on is syncing: `sync` does it for everything written since the
 * last time. Nobody else writes into the folder, so a node once looked up stays right.
 */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  type Stats,
  statfsSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

type Node = {
  id: number;
  parent: Node;
  name: string;
  mode: number;
  node_ops: object;
  stream_ops: object;
  /** The number of the file, where it is another node's, too. */
  inode?: number;
};
type Stream = { node: Node; flags: number; position: number; descriptor?: number; users?: { count: number } };
type Attributes = { mode?: number; size?: number; atime?: number; mtime?: number };

/** The part of Emscripten's `FS` that is used here and by the worker. */
export type EngineFiles = {
  ErrnoError: new (errno: number) => Error;
  createNode(parent: Node | null, name: string, mode: number, device: number): Node;
  lookupNode(parent: Node, name: string): Node;
  lookupPath(path: string): { node: Node };
  hashRemoveNode(node: Node): void;
  isDir(mode: number): boolean;
  isFile(mode: number): boolean;
  mkdir(path: string): void;
  mount(type: object, options: object, path: string): void;
  writeFile(path: string, data: Uint8Array | string): void;
};

/** As WASI numbers them. */
const ERRORS: Record<string, number> = {
  EACCES: 2,
  EBADF: 8,
  EBUSY: 10,
  EEXIST: 20,
  EINVAL: 28,
  EIO: 29,
  EISDIR: 31,
  EMFILE: 33,
  ENAMETOOLONG: 37,
  ENFILE: 41,
  ENOENT: 44,
  ENOSPC: 51,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  EPERM: 63,
  EROFS: 69,
};

/** What disks answer that have no links, or no more of them for this file. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

const SEEK_CURRENT = 1;
const SEEK_END = 2;

export class NodeFiles {
  readonly #fs: EngineFiles;
  readonly #folder: string;
  /** Written, or with entries that changed, and not synced yet. */
  readonly #unsynced = new Set<Node>();

  constructor(fs: EngineFiles, folder: string) {
    this.#fs = fs;
    this.#folder = folder;
  }

  /** Called by Emscripten. */
  mount(): Node {
    return this.#node(null, '/', lstatSync(this.#folder).mode);
  }

  sync(): void {
    for (const node of this.#unsynced) {
      // Removed since, with all that was below it: then there is nothing to keep.
      const path = this.#path(node);
      try {
        const descriptor = openSync(path, constants.O_RDONLY);
        if (this.#fs.isDir(node.mode)) fsyncSync(descriptor);
        else fdatasyncSync(descriptor);
        closeSync(descriptor);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
    this.#unsynced.clear();
  }

  #node(parent: Node | null, name: string, mode: number): Node {
    const node = this.#fs.createNode(parent, name, mode, 0);
    node.node_ops = this.#nodeOperations;
    node.stream_ops = this.#streamOperations;
    return node;
  }

  #path(node: Node): string {
    const names: string[] = [];
    for (let each = node; each !== each.parent; each = each.parent) names.push(each.name);
    return join(this.#folder, ...names.reverse());
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      // What the engine's own file system says.
      if (error instanceof this.#fs.ErrnoError) throw error;
      const { code = '' } = error as NodeJS.ErrnoException;
      throw new this.#fs.ErrnoError(ERRORS[code] ?? ERRORS.EIO ?? 0);
    }
  }

  readonly #nodeOperations = {
    getattr: (node: Node): Stats => this.#try(() => statsOf(node, lstatSync(this.#path(node)))),

    setattr: (node: Node, { mode, size, atime, mtime }: Attributes): void =>
      this.#try(() => {
        const path = this.#path(node);
        if (mode !== undefined) {
          // Emscripten gives every new file its mode once more, past the umask: others get nothing.
          chmodSync(path, mode & 0o700);
          node.mode = mode;
        }
        if (size !== undefined) {
          truncateSync(path, size);
          this.#unsynced.add(node);
        }
        if (mtime !== undefined) utimesSync(path, (atime ?? mtime) / 1000, mtime / 1000);
      }),

    lookup: (parent: Node, name: string): Node =>
      this.#try(() => this.#node(parent, name, lstatSync(join(this.#path(parent), name)).mode)),

    mknod: (parent: Node, name: string, mode: number): Node =>
      this.#try(() => {
        const path = join(this.#path(parent), name);
        if (this.#fs.isDir(mode)) mkdirSync(path, { mode: mode & 0o777 });
        else closeSync(openSync(path, 'wx', mode & 0o777));
        this.#unsynced.add(parent);
        return this.#node(parent, name, mode);
      }),

    rename: (node: Node, folder: Node, name: string): void =>
      this.#try(() => {
        this.#forget(folder, name);
        renameSync(this.#path(node), join(this.#path(folder), name));
        this.#unsynced.add(node.parent).add(folder);
        node.name = name;
      }),

    /** A hard link is meant (`hard-links.ts`). What the engine would make others for, it can do without. */
    symlink: (parent: Node, name: string, target: string): Node =>
      this.#try(() => {
        const source = this.#fs.lookupPath(target).node;
        if (!this.#fs.isFile(source.mode) || source.node_ops !== this.#nodeOperations) throw failure('EPERM');
        linkOrCopy(this.#path(source), join(this.#path(parent), name));
        const linked = this.#node(parent, name, source.mode);
        linked.inode = source.inode ?? source.id;
        this.#unsynced.add(parent);
        // The first name may be gone by then.
        if (this.#unsynced.has(source)) this.#unsynced.add(linked);
        return linked;
      }),

    unlink: (parent: Node, name: string): void =>
      this.#try(() => {
        unlinkSync(join(this.#path(parent), name));
        this.#unsynced.delete(this.#fs.lookupNode(parent, name));
      }),

    rmdir: (parent: Node, name: string): void =>
      this.#try(() => {
        rmdirSync(join(this.#path(parent), name));
        this.#unsynced.delete(this.#fs.lookupNode(parent, name));
      }),

    readdir: (node: Node): string[] => this.#try(() => ['.', '..', ...readdirSync(this.#path(node))]),

    statfs: () => {
      const { bsize, blocks, bfree, bavail, files, ffree } = statfsSync(this.#folder);
      return { bsize, frsize: bsize, blocks, bfree, bavail, files, ffree };
    },
  };

  readonly #streamOperations = {
    /** A file that was removed is still there for whoever has it open. */
    getattr: ({ node, descriptor }: Stream): Stats =>
      this.#try(() =>
        statsOf(node, descriptor === undefined ? lstatSync(this.#path(node)) : fstatSync(descriptor)),
      ),

    open: (stream: Stream): void =>
      this.#try(() => {
        if (this.#fs.isDir(stream.node.mode)) return;
        const writes = (stream.flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0;
        stream.descriptor = openSync(this.#path(stream.node), writes ? 'r+' : 'r');
        stream.users = { count: 1 };
      }),

    dup: (stream: Stream): void => {
      if (stream.users) stream.users.count++;
    },

    close: (stream: Stream): void =>
      this.#try(() => {
        if (stream.descriptor === undefined || !stream.users || --stream.users.count > 0) return;
        closeSync(stream.descriptor);
      }),

    read: (stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number): number =>
      this.#try(() => readSync(stream.descriptor ?? -1, buffer, offset, length, position)),

    write: (stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number): number =>
      this.#try(() => {
        this.#unsynced.add(stream.node);
        return writeSync(stream.descriptor ?? -1, buffer, offset, length, position);
      }),

    llseek: (stream: Stream, offset: number, whence: number): number =>
      this.#try(() => {
        const { descriptor, position } = stream;
        const end = () => (descriptor === undefined ? 0 : fstatSync(descriptor).size);
        const target = offset + (whence === SEEK_END ? end() : whence === SEEK_CURRENT ? position : 0);
        if (target < 0) throw failure('EINVAL');
        return target;
      }),
  };

  /** A node that another was renamed over must not be found again. */
  #forget(folder: Node, name: string): void {
    try {
      const replaced = this.#fs.lookupNode(folder, name);
      this.#fs.hashRemoveNode(replaced);
      this.#unsynced.delete(replaced);
    } catch {
      // There was none.
    }
  }
}

/** The engine tells files apart by their number; ours is stable over renames and never used again. */
function statsOf(node: Node, stats: Stats): Stats {
  return Object.assign(stats, { ino: node.inode ?? node.id });
}

/** Not every disk has links. Parts of a table are never changed in place, so a copy is as good, only larger. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!NO_LINKS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
