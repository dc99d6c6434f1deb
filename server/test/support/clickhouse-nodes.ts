/**
 * Real ClickHouse nodes on this machine, each a shard of one cluster without Keeper. They need chDB's native
 * library and Python; `missingForNodes` names what is missing.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../scripts/free-port.ts';
import { hasNativeLibrary, NATIVE_LIBRARY } from '../../src/engine/engine-command.ts';
import { eventually } from './eventually.ts';
import type { Cleanup } from './store-proxy.ts';

export const CLUSTER = 'parley_test';

export type ClickHouseNode = {
  /** Address including the database. */
  url: string;
  kill: () => Promise<void>;
  /** Restarts the node on its data. */
  start: () => Promise<void>;
};

const SCRIPT = fileURLToPath(new URL('./clickhouse-node.py', import.meta.url));
const START_MS = 60_000;

/** What is missing to start nodes, or null. */
export function missingForNodes(): string | null {
  if (!hasNativeLibrary())
    return `${NATIVE_LIBRARY} is not installed (the engine as WebAssembly has no network)`;
  if (!libraryPath()) return `${NATIVE_LIBRARY} has no library in it`;
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'python3 is not installed';
  }
}

export async function startNodes(test: Cleanup, count: number): Promise<ClickHouseNode[]> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-nodes-'));
  const ports = await Promise.all(
    Array.from({ length: count }, async () => ({ tcp: await freePort(), http: await freePort() })),
  );
  const nodes = ports.map(({ tcp, http }, i) => {
    const data = join(folder, `node-${i}`);
    mkdirSync(data);
    const config = join(folder, `node-${i}.xml`);
    writeFileSync(config, configOf(i + 1, { tcp, http }, ports));
    return oneNode([config, data, String(tcp), String(http)], http);
  });
  test.after(async () => {
    for (const node of nodes) await node.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  await Promise.all(nodes.map((node) => node.start()));
  return nodes;
}

function oneNode(args: readonly string[], http: number): ClickHouseNode {
  let child: ChildProcess | undefined;
  return {
    url: `http://127.0.0.1:${http}/parley`,
    async start() {
      child = spawn('python3', [SCRIPT, libraryPath() ?? '', ...args], { stdio: 'ignore' });
      await eventually('the node answers', () => answers(http), START_MS);
    },
    async kill() {
      const ended = child;
      child = undefined;
      if (ended && ended.exitCode === null && ended.signalCode === null)
        await new Promise((resolve) => ended.on('close', resolve).kill('SIGKILL'));
    },
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/ping`)).ok;
  } catch {
    return false;
  }
}

function libraryPath(): string | null {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve(`${NATIVE_LIBRARY}/package.json`));
  const [library] = globSync('**/libchdb.{so,dylib}', { cwd: folder });
  return library === undefined ? null : join(folder, library);
}

type Ports = { tcp: number; http: number };

function configOf(shard: number, { tcp, http }: Ports, all: readonly Ports[]): string {
  const shards = all.map(
    (each) => `
      <shard>
        <internal_replication>true</internal_replication>
        <replica><host>127.0.0.1</host><port>${each.tcp}</port></replica>
      </shard>`,
  );
  return `<clickhouse>
  <logger><level>warning</level><console>0</console></logger>
  <macros><cluster>${CLUSTER}</cluster><shard>${shard}</shard><replica>1</replica></macros>
  <listen_host>127.0.0.1</listen_host>
  <tcp_port>${tcp}</tcp_port>
  <http_port>${http}</http_port>
  <remote_servers><${CLUSTER}>${shards.join('')}
  </${CLUSTER}></remote_servers>
</clickhouse>
`;
}
