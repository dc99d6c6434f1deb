import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Puts a small file in its place as a whole: whoever reads it, also after a crash, reads all of it. */
export function writeFileAtomically(path: string, text: string): void {
  const fresh = `${path}.new`;
  const file = openSync(fresh, 'w', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, path);
}
