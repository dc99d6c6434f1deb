/** What is in the package beside packages of others: every module that {@link ENTRY} reaches, and these assets. */
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

export const ENTRY = 'server/bin/parley.js';

const CONSOLE = 'console/dist';

/** Paths below `root`. Hidden files say what a build was made from, and are left out. */
export function assetFiles(root: string, version: string): string[] {
  const built = readdirSync(join(root, CONSOLE), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  return ['README.md', 'CHANGELOG.md', 'LICENSE', `sdk/packed/parley-sdk-${version}.tgz`, ...built];
}
