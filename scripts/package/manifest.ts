/** Manifest of the package: the server's dependencies, pinned to the versions that are tested. */
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
    // Bundled, so that an installation has what was tested, whatever was published since.
    bundleDependencies: needed,
    // The engine's native library differs by platform, and is installed from the registry.
    optionalDependencies: lock['node_modules/chdb']?.optionalDependencies,
  };
}
