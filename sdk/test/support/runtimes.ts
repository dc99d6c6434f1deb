/** Runtimes under test besides the project's own Node. `scripts/ensure-runtimes.ts` installs them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const RUNTIMES_FOLDER = fileURLToPath(new URL('../../../.cache/runtimes', import.meta.url));

const { platform, arch } = process;
const NODE = `node-${platform}-${arch}`;
const BUN = `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}`;
const DENO = `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`;

/** Packages that contain the binary for this platform, so that no install script is needed. */
const BINARIES = {
  node18: { package: NODE, version: '18.20.8', file: 'bin/node' },
  node20: { package: NODE, version: '20.20.2', file: 'bin/node' },
  node22: { package: NODE, version: '22.23.3', file: 'bin/node' },
  bun: { package: BUN, version: '1.4.4', file: 'bin/bun' },
  deno: { package: DENO, version: '2.9.5', file: 'deno' },
} as const;
const MINIFLARE = '4.20260730.0';
/** The oldest TypeScript version that the declarations support. */
const OLD_TYPESCRIPT = '5.4.5';

export type Installed = keyof typeof BINARIES;

/** Packages by the alias under which npm installs them. */
export const PACKAGES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(BINARIES).map(([name, { package: from, version }]) => [name, `npm:${from}@${version}`]),
  ),
  miniflare: MINIFLARE,
  'old-typescript': `npm:typescript@${OLD_TYPESCRIPT}`,
};

export function oldTypescript(): string {
  return join(folderOf('old-typescript'), 'bin/tsc');
}

/** Whether the package is installed in the required version. */
export function isInstalled(name: string): boolean {
  try {
    const { version } = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));
    // One of Node's packages has a `v` prefix in its version.
    return PACKAGES[name]?.endsWith(version.replace(/^v/, '')) ?? false;
  } catch {
    return false;
  }
}

/** For a test's `skip`: the reason, or false when the test can run. */
export function missingReason(name: string | null): string | false {
  return name !== null && !isInstalled(name) && `npm does not have ${name} for this machine`;
}

export function binaryOf(runtime: Installed): string {
  return join(folderOf(runtime), BINARIES[runtime].file);
}

export type Worker = {
  dispatchFetch: (url: string) => Promise<Response>;
  dispose: () => Promise<void>;
};
type Miniflare = new (options: Record<string, unknown>) => Worker;

/** Cloudflare's runtime, through the package that its own tools use. */
export function startWorker(options: Record<string, unknown>): Worker {
  const { Miniflare }: { Miniflare: Miniflare } = createRequire(join(RUNTIMES_FOLDER, 'package.json'))(
    'miniflare',
  );
  return new Miniflare(options);
}

function folderOf(name: string): string {
  return join(RUNTIMES_FOLDER, 'node_modules', name);
}
