/**
 * The modules of the package: those that can be reached from its entry file by imports, and by the
 * `new URL('./x.ts', import.meta.url)` that starts a thread or a process.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compile } from './compile.ts';

/** Relative paths in static imports, dynamic imports, re-exports and URLs of this module. */
const REFERENCES =
  /(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.[^'\n]+)'|new URL\(\s*'(\.[^'\n]+\.js)',\s*import\.meta\.url/g;

/** Compiled code by the path of the source file, below `root`. Imports of types alone are erased, and so not followed. */
export function compileReachable(root: string, entry: string): Map<string, string> {
  const compiled = new Map<string, string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (compiled.has(path)) continue;
    const code = compile(root, path);
    compiled.set(path, code);
    for (const name of referencesIn(code)) waiting.push(sourceOf(root, join(dirname(path), name), path));
  }
  return compiled;
}

function referencesIn(code: string): string[] {
  return [...code.matchAll(REFERENCES)].map(([, imported, url]) => imported ?? url ?? '');
}

/** The source file of a compiled one: TypeScript, or JavaScript as it is. */
function sourceOf(root: string, path: string, importer: string): string {
  const source = [path.replace(/\.js$/, '.ts'), path].find((name) => existsSync(join(root, name)));
  if (source === undefined) throw new Error(`${importer} needs ${path}, which does not exist.`);
  return source;
}
