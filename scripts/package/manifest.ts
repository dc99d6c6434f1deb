/** The package.json of the package: the server's dependencies, in the very versions that are tested. */
import { readJson, readLock } from './needed-packages.ts';

export function makeManifest(root: string): Record<string, unknown> {
  const { name, version, description, license, engines } = readJson(root, 'package.json');
  const lock = readLock(root);
  const needed = Object.keys(readJson(root, 'server/package.json').dependencies);
  const versionOf = (each: string) =>
    (lock[`server/node_modules/${each}`] ?? lock[`node_modules/${each}`])?.version;
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { parley: 'server/bin/parley.js' },
    engines: { node: engines.node },
    os: ['linux', 'darwin'],
    dependencies: Object.fromEntries(needed.map((each) => [each, versionOf(each)])),
    // All of them come along: an installation has what was tested, whatever was published since.
    bundleDependencies: needed,
    // But for the engine's native library, which is another one on every platform.
    optionalDependencies: lock['node_modules/chdb']?.optionalDependencies,
  };
}
