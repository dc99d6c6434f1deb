/** Where the library runs beside the project's own Node. `scripts/ensure-runtimes.ts` brings them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const RUNTIMES_FOLDER = fileURLToPath(new URL('../../../.cache/runtimes', import.meta.url));

const { platform, arch } = process;
const NODE = `node-${platform}-${arch}`;
const BUN = `@oven/bun-${platform}-${arch === 'arm64' ? 'aarch64' : arch}`;
const DENO = `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`;

/** The packages of this platform, which have the binary in them: no script has to bring it. */
const BINARIES = {
  node18: { package: NODE, version: '18.20.8', file: 'bin/node' },
  node20: { package: NODE, version: '20.20.2', file: 'bin/node' },
  node22: { package: NODE, version: '22.23.3', file: 'bin/node' },
  bun: { package: BUN, version: '1.4.4', file: 'bin/bun' },
  deno: { package: DENO, version: '2.9.5', file: 'deno' },
} as const;
const MINIFLARE = '4.20260730.0';
/** The oldest that the declarations are written for. */
const OLD_TYPESCRIPT = '5.4.5';

export type Installed = keyof typeof BINARIES;

/** By the names under which they are installed, as npm takes them. */
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

/** Whether it is there, in the version that is asked for. */
export function isInstalled(name: string): boolean {
  try {
    const { version } = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8'));
    // One of Node's packages has a "v" in front of its version.
    return PACKAGES[name]?.endsWith(version.replace(/^v/, '')) ?? false;
  } catch {
    return false;
  }
}

/** For the `skip` of a test: why it cannot run, or false when it can. */
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

/** Cloudflare's runtime, through what its own tools use. */
export function startWorker(options: Record<string, unknown>): Worker {
  const { Miniflare }: { Miniflare: Miniflare } = createRequire(join(RUNTIMES_FOLDER, 'package.json'))(
    'miniflare',
  );
  return new Miniflare(options);
}

function folderOf(name: string): string {
  return join(RUNTIMES_FOLDER, 'node_modules', name);
}
