/** Drives the load generator `wrk`, which is far faster than anything it measures. Loopback only. */
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
  /** Bodies to send, in turn. */
  bodies: readonly (string | Buffer)[];
  headers?: Readonly<Record<string, string>>;
  /** Placeholder in the bodies that is replaced by fresh hexadecimal digits of the same length each time. */
  fresh?: string;
  /** Requests per second over all connections; unlimited if absent. */
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

/** wrk's delay between two requests of a connection is a whole number of milliseconds: mix two of them. */
const SCRIPT = `
local load = dofile(os.getenv("BENCH_LOAD"))
local pause = tonumber(os.getenv("BENCH_PAUSE"))
local i = 0
local owed = 0
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
for name, value in pairs(load.headers) do wrk.headers[name] = value end
local requests = {}
local number = 0
local function split(text, by)
  local pieces, from = {}, 1
  while true do
    local first, last = text:find(by, from, true)
    if not first then break end
    pieces[#pieces + 1] = text:sub(from, first - 1)
    from = last + 1
  end
  pieces[#pieces + 1] = text:sub(from)
  return pieces
end
function init()
  math.randomseed(os.time())
  for n, path in ipairs(load.files) do
    local file = io.open(path, "rb")
    local request = wrk.format(nil, nil, nil, file:read("*a"))
    file:close()
    requests[n] = load.fresh == "" and request or split(request, load.fresh)
  end
  i = math.random(#requests)
  number = math.random(0x7fffffff) * 0x100000
end
function request()
  i = i % #requests + 1
  if load.fresh == "" then return requests[i] end
  number = number + 1
  return table.concat(requests[i], string.format("%0" .. #load.fresh .. "x", number))
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

export async function load({
  url,
  connections,
  seconds,
  bodies,
  rate,
  headers = {},
  fresh = '',
}: Load): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const script = join(folder, 'load.lua');
  const described = join(folder, 'description.lua');
  const files = bodies.map((body, i) => {
    const file = join(folder, `body-${i}`);
    writeFileSync(file, body);
    return file;
  });
  writeFileSync(script, SCRIPT);
  const named = Object.entries(headers).map(([name, value]) => `[ ${lua(name)} ] = ${lua(value)}`);
  writeFileSync(
    described,
    `return { headers = { ${named.join(', ')} }, fresh = ${lua(fresh)}, files = { ${files.map(lua).join(', ')} } }`,
  );
  const pause = rate === undefined ? 0 : (connections / rate) * 1000;
  const { path, env } = wrk();
  const { stdout } = await promisify(execFile)(
    path,
    ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, url],
    {
      env: { ...process.env, ...env, BENCH_LOAD: described, BENCH_PAUSE: String(pause) },
      maxBuffer: 2 ** 24,
    },
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

function lua(text: string): string {
  return `[==[${text}]==]`;
}
