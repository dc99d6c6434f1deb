/**
 * What a test file needs from the runner, read from its imports: a file needs a resource when it, or a module that it
 * imports, imports the function that hands the resource out.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export type Need = 'engine' | 'postgres' | 'browser';

/** By the modules that read a resource's address from the environment: their functions that do. */
const PROVIDERS: Readonly<Record<string, Readonly<Record<string, Need>>>> = {
  'server/test/support/store-proxy.ts': { storeProxy: 'engine', engineSocket: 'engine' },
  'server/test/support/metadata-address.ts': { testDatabase: 'postgres', testPostgres: 'postgres' },
  'console/e2e/support/launch.ts': { launchBrowser: 'browser' },
};

const IMPORT = /(?:import|export)\s+([^;'"]*?from\s+)?'(\.[^']+\.ts)'/g;

/** `file` is a path below the repository; `read` returns null for a module that does not exist. */
export function needsOf(file: string, read: (path: string) => string | null): Set<Need> {
  const needs = new Set<Need>();
  const reached = new Set([file]);
  for (const path of reached) {
    for (const [, names = '', target = ''] of (read(path) ?? '').matchAll(IMPORT)) {
      const imported = join(dirname(path), target);
      reached.add(imported);
      const functions = PROVIDERS[imported] ?? {};
      for (const name of names.match(/\w+/g) ?? []) {
        const need = functions[name];
        if (need) needs.add(need);
      }
    }
  }
  return needs;
}

/** Reads the modules below a folder, each of them once. */
export function moduleReader(root: string): (path: string) => string | null {
  const texts = new Map<string, string | null>();
  return (path) => {
    const known = texts.get(path);
    if (known !== undefined) return known;
    const full = join(root, path);
    const text = existsSync(full) ? readFileSync(full, 'utf8') : null;
    texts.set(path, text);
    return text;
  };
}
