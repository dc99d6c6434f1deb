/** Checks the data folder: whether it exists or can be created, and is writable. */
import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { bad, type Finding, ok, warn } from './finding.ts';

export type Folder = {
  path: string;
  /** The folder itself, or the nearest existing one above it. */
  there: string;
  /** Whether the user that runs the doctor may write to `there`. */
  takesWrites: boolean;
};

export function inspectFolder(path: string): Folder {
  let there = path;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  return { path, there, takesWrites: mayWrite(there) };
}

export function checkFolder({ path, there, takesWrites }: Folder): Finding[] {
  const name = 'data folder';
  if (path === there) {
    if (takesWrites) return [ok(name, path)];
    const advice = 'Mount it for writing, or give it to the user that runs the server.';
    return [bad(name, `${path} takes no writes`, advice)];
  }
  const none = `There is none at ${path}`;
  if (takesWrites) return [warn(name, none, 'Start the server, which makes it, or say --data FOLDER.')];
  return [
    bad(
      name,
      `${none}, and the server cannot make it: ${there} takes no writes`,
      'Make the folder for the user that runs the server, or say --data FOLDER (PARLEY_DATA).',
    ),
  ];
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
