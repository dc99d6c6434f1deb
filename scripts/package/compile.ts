/**
 * Compiles a source file to JavaScript. Node strips no types below `node_modules`, so the package is compiled with
 * Node's own stripper: lines and columns stay the same, and stack traces name places of the sources.
 */
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';

export function compile(root: string, path: string): string {
  const source = readFileSync(join(root, path), 'utf8');
  const code = path.endsWith('.ts') ? stripTypeScriptTypes(source) : source;
  // File names are in imports, and where threads and processes are started.
  return code
    .replace(/'(\.\.?\/[^'\n]+)\.ts'/g, "'$1.js'")
    .replace(/(\bfrom |\bimport )'@parley\/([\w-]+)(\/[\w-]+)?'/g, (_, verb, workspace, module = '') => {
      const target = moduleOf(root, workspace, `.${module}`).replace(/\.ts$/, '.js');
      return `${verb}'${relative(dirname(path), join(workspace, target))}'`;
    });
}

/** The file of a workspace's module, as its package.json exports it. */
function moduleOf(root: string, workspace: string, module: string): string {
  const { exports } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  const file: string | undefined = exports[module] ?? exports['./*']?.replace('*', module.slice(2));
  if (file === undefined) throw new Error(`${workspace}/package.json does not export ${module}.`);
  return file;
}
