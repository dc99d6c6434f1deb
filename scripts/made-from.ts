/** Rebuilds a folder if it is missing or its sources have changed. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The hash of its sources is kept in this file, inside the folder. */
const MADE_FROM = '.made-from';

/** `sources`: files and folders below the root that it depends on; packages count by their versions. */
export function ensureMade(folder: string, sources: readonly string[], make: () => void): void {
  const file = join(ROOT, folder, MADE_FROM);
  const hash = hashOf(sources.flatMap(filesIn));
  if (existsSync(file) && readFileSync(file, 'utf8') === hash) return;
  make();
  writeFileSync(file, hash);
}

function filesIn(path: string): string[] {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  const names = readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(path, name)).filter((name) => statSync(join(ROOT, name)).isFile());
}

function hashOf(files: string[]): string {
  const all = createHash('sha256');
  for (const file of files.sort()) {
    const own = createHash('sha256')
      .update(readFileSync(join(ROOT, file)))
      .digest('hex');
    all.update(`${file} ${own}\n`);
  }
  return all.digest('hex');
}
