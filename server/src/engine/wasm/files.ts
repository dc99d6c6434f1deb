/**
 * A folder of this machine as a file system for Emscripten, so that the engine's data is on disk rather than in
 * memory. Emscripten does not pass on fsync: `sync` does it for everything written since the last call. Only the engine
 * writes into the folder, so cached nodes stay valid.
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
  /** The inode number, where another node is a link to the same file. */
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

/** Error numbers of WASI. */
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

/** Errors of file systems without hard links, or without more of them for a file. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

const SEEK_CURRENT = 1;
const SEEK_END = 2;

export class NodeFiles {
  readonly #fs: EngineFiles;
  readonly #folder: string;
  /** Files written, and folders whose entries changed, since the last sync. */
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
      // Removed meanwhile, with everything below it: nothing to sync.
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
      // An error of Emscripten's own file system.
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
          // Emscripten sets the mode of a new file past the umask: drop access for other users.
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

    /** Makes a hard link (`hard-links.ts`); the engine needs no symbolic links. */
    symlink: (parent: Node, name: string, target: string): Node =>
      this.#try(() => {
        const source = this.#fs.lookupPath(target).node;
        if (!this.#fs.isFile(source.mode) || source.node_ops !== this.#nodeOperations) throw failure('EPERM');
        linkOrCopy(this.#path(source), join(this.#path(parent), name));
        const linked = this.#node(parent, name, source.mode);
        linked.inode = source.inode ?? source.id;
        this.#unsynced.add(parent);
        // The first name may be removed before the sync.
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
    /** By descriptor, since an open file may have been removed. */
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

  /** Drops the cached node that a rename replaced. */
  #forget(folder: Node, name: string): void {
    try {
      const replaced = this.#fs.lookupNode(folder, name);
      this.#fs.hashRemoveNode(replaced);
      this.#unsynced.delete(replaced);
    } catch {
      // There was no such node.
    }
  }
}

/** The engine tells files apart by inode; ours are stable over renames and never reused. */
function statsOf(node: Node, stats: Stats): Stats {
  return Object.assign(stats, { ino: node.inode ?? node.id });
}

/** Copies where the disk has no hard links: parts of a table never change in place, so a copy only takes more space. */
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
