/**
 * Compiles a source file to JavaScript. Node strips no types below `node_modules`, so the package is compiled with
 * Node's own stripper: lines and columns stay the same, and stack traces name places of the sources.
 */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';

const CONTRACT = 'contract/src/index.js';

export function compile(root: string, path: string): string {
  const source = readFileSync(join(root, path), 'utf8');
  const code = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
  // File names are in imports, and where threads and processes are started.
  return code
    .replace(/'(\.\.?\/[^'\n]+)\.ts'/g, "'$1.js'")
    .replaceAll("'@parley/contract'", `'${relative(dirname(path), CONTRACT)}'`);
}
