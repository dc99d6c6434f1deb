/**
 * A source file as JavaScript. Node strips types from no file below `node_modules`, so it is done here, with what
 * Node itself does it with: lines and columns stay, and so do the places that errors name.
 */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';

const CONTRACT = 'contract/src/index.js';

export function compile(root: string, path: string): string {
  const source = readFileSync(join(root, path), 'utf8');
  const code = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
  // Files are named in imports and where threads and processes are started.
  return code
    .replace(/'(\.\.?\/[^'\n]+)\.ts'/g, "'$1.js'")
    .replaceAll("'@parley/contract'", `'${relative(dirname(path), CONTRACT)}'`);
}
