/** Drives `wrk`, the load generator: far faster than anything it measures. Loopback only. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { debianFiles } from '../../scripts/debian.ts';

export type Load = {
  url: string;
  connections: number;
  seconds: number;
  /** The bodies to send, in turn. */
  bodies: readonly string[];
  /** Requests per second over all connections; as fast as it goes when absent. */
  rate?: number;
};

export type LoadResult = {
  perSecond: number;
  requests: number;
  errors: number;
  p50: number;
  p99: number;
};

type Tool = { path: string; env?: Record<string, string> };

let found: Tool | undefined;

function wrk(): Tool {
  if (found) return found;
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' });
    found = { path: 'wrk' };
  } catch (error) {
    // wrk exits with 1 after printing its version.
    const isThere = error instanceof Error && 'status' in error && error.status === 1;
    found = isThere ? { path: 'wrk' } : installed();
  }
  return found;
}

function installed(): Tool {
  const root = debianFiles('wrk', ['wrk', 'libluajit-5.1-2']);
  const libraries = join(root, 'usr/lib', `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`);
  return { path: join(root, 'usr/bin/wrk'), env: { LD_LIBRARY_PATH: libraries } };
}

/** Milliseconds between two requests of one connection come in whole numbers: mix two of them. */
const SCRIPT = `
local bodies = dofile(os.getenv("BENCH_BODIES"))
local pause = tonumber(os.getenv("BENCH_PAUSE"))
local i = 0
local owed = 0
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local requests = {}
function init()
  for n, body in ipairs(bodies) do requests[n] = wrk.format(nil, nil, nil, body) end
  i = math.random(#requests)
end
function request()
  i = i % #requests + 1
  return requests[i]
end
if pause > 0 then
  function delay()
    owed = owed + pause
    local now = math.floor(owed)
    owed = owed - now
    return now
  end
end
function done(summary, latency)
  local e = summary.errors
  io.write(string.format('{"requests":%d,"micros":%d,"errors":%d,"p50":%f,"p99":%f}\\n', summary.requests, summary.duration,
    e.connect + e.read + e.write + e.status + e.timeout, latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`;

export async function load({ url, connections, seconds, bodies, rate }: Load): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const script = join(folder, 'load.lua');
  const data = join(folder, 'bodies.lua');
  writeFileSync(script, SCRIPT);
  writeFileSync(data, `return {\n${bodies.map((body) => `[==[${body}]==]`).join(',\n')}\n}`);
  const pause = rate === undefined ? 0 : (connections / rate) * 1000;
  const { path, env } = wrk();
  const { stdout } = await promisify(execFile)(
    path,
    ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url],
    { env: { ...process.env, ...env, BENCH_BODIES: data, BENCH_PAUSE: String(pause) }, maxBuffer: 2 ** 24 },
  ).finally(() => rmSync(folder, { recursive: true, force: true }));
  const line = stdout.trim().split('\n').at(-1) ?? '';
  const result: { requests: number; micros: number; errors: number; p50: number; p99: number } =
    JSON.parse(line);
  return {
    perSecond: result.requests / (result.micros / 1e6),
    requests: result.requests,
    errors: result.errors,
    p50: result.p50,
    p99: result.p99,
  };
}
