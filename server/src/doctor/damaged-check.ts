/** Checks for journal bytes that could not be read, and whether payloads were lost with them. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { count, size } from './amounts.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

export type SetAside = { folder: string; files: number; bytes: number };

export async function inspectDamaged(journal: string): Promise<SetAside> {
  const folder = join(journal, 'damaged');
  let names: string[] = [];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return { folder, files: names.length, bytes: sizes.reduce((sum, each) => sum + each, 0) };
}

/** `lost`: acknowledged payloads that the ledger counts as damaged; null if it cannot be read. */
export function checkDamaged({ folder, files, bytes }: SetAside, lost: number | null): Finding[] {
  if (files === 0) return [ok('damaged frames', 'None')];
  const found = `${count(files, 'file')} (${size(bytes)}) in ${folder}`;
  if (lost !== null && lost > 0) {
    return [
      bad(
        'damaged frames',
        `${found}; ${count(lost, 'acknowledged payload')} could not be read`,
        'Check the disk, have clients send again what the ledger counts as damaged, then remove the files.',
      ),
    ];
  }
  return [
    warn(
      'damaged frames',
      lost === null ? found : `${found}; no acknowledged payload is among them`,
      'Remove the files when you need them no longer: they hold bodies in plain text.',
    ),
  ];
}
