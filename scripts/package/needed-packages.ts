/** Packages that the server needs at run time, according to the lock file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Locked = {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
/** Locked packages by folder. */
type Lock = Record<string, Locked>;

const NATIVE = '@chdb/';

/** Folders of the needed packages, without native libraries. */
export function neededPackages(root: string): string[] {
  const lock = readLock(root);
  const found = new Set<string>();
  const add = (folder: string) => {
    for (const name of namesNeededBy(lock[folder])) {
      const place = placeOf(lock, folder, name);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      add(place);
    }
  };
  add('server');
  return [...found];
}

function namesNeededBy(locked: Locked | undefined): string[] {
  const { dependencies, peerDependencies, peerDependenciesMeta, optionalDependencies } = locked ?? {};
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers].filter(
    (name) => !name.startsWith(NATIVE),
  );
}

/** Folder of a package, resolved as Node does: in `folder` or the nearest one above it. */
function placeOf(lock: Lock, folder: string, name: string): string | undefined {
  const place = join(folder, 'node_modules', name);
  if (lock[place]) return place;
  return folder === '' ? undefined : placeOf(lock, parentOf(folder), name);
}

function parentOf(folder: string): string {
  return folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')));
}

export function readLock(root: string): Lock {
  return readJson(root, 'package-lock.json').packages;
}

export function readJson(root: string, path: string) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}
