/** Checks that only its owner can access the data folder. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { count } from './amounts.ts';
import { bad, type Finding, ok } from './finding.ts';

export type Entry = { path: string; mode: number; uid: number };

const OTHERS_MODE = 0o077;

export function inspectFiles(folder: string): Entry[] {
  const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return names.flatMap((name) => {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    // The mode of a link means nothing, and a file may be gone by now.
    return !found || found.isSymbolicLink() ? [] : [{ path, mode: found.mode, uid: found.uid }];
  });
}

/** `uid`: the user that runs the doctor; root may access everything. */
export function checkPermissions(entries: readonly Entry[], uid: number): Finding[] {
  const [folder] = entries;
  if (!folder) return [];
  const findings: Finding[] = [];
  const report = (some: readonly Entry[], what: string, advice: string) => {
    const [first] = some;
    if (first)
      findings.push(bad('permissions', `${count(some.length, 'path')} ${what}: ${first.path}`, advice));
  };
  report(
    entries.filter(({ mode }) => (mode & OTHERS_MODE) !== 0),
    'open to other users',
    `chmod -R go= ${folder.path} (a start does this, too)`,
  );
  const owner = uid === 0 ? folder.uid : uid;
  report(
    entries.filter((entry) => entry.uid !== owner),
    `not owned by user ${owner}`,
    uid === 0
      ? `chown -R ${owner} ${folder.path}`
      : `Run as the owner of the data folder, or: chown -R ${owner} ${folder.path}`,
  );
  return findings.length > 0 ? findings : [ok('permissions', `${folder.path} is for its owner only`)];
}
