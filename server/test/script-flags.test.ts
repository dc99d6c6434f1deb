/** Every script and benchmark answers an unknown flag with a message before it does anything. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FlagError } from '../src/base/flags.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);
/** The scripts that package.json runs, and the one that builds the client library. */
const SCRIPTS = [
  ...new Set(Object.values(scripts).flatMap((line) => line.match(/scripts\/[\w/-]+\.ts/g) ?? [])),
  'scripts/build-sdk.ts',
];
const BENCHES = readdirSync(join(ROOT, 'bench/src'))
  .filter((name) => /^export (async )?function run\(/m.test(textOf(join('bench/src', name))))
  .map((name) => name.replace(/\.ts$/, ''));

function textOf(path: string): string {
  return path.endsWith('.ts') ? readFileSync(join(ROOT, path), 'utf8') : '';
}

function run(...args: string[]): Promise<{ code: unknown; stderr: string }> {
  return new Promise((resolve) => {
    // The repository's own Node comes first in the path, as under npm.
    const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });
}

describe('an unknown flag', () => {
  for (const script of SCRIPTS) {
    it(`of ${script} is answered in a sentence`, async () => {
      const { code, stderr } = await run('--disable-warning=ExperimentalWarning', script, '--no-such-flag');
      assert.equal(code, 2, stderr);
      assert.match(stderr, /^Unknown option '--no-such-flag'\. (It takes no flags|Known flags: --.*)\.\n$/);
    });
  }

  it('of every benchmark is answered with a message, and so is an unknown benchmark', async () => {
    assert.ok(BENCHES.length >= 12);
    for (const bench of BENCHES) {
      const { run }: { run: (args: string[]) => unknown } = await import(`../../bench/src/${bench}.ts`);
      await assert.rejects(async () => run(['--no-such-flag']), FlagError, bench);
    }
    const flag = await run('bench/src/main.ts', 'otlp-decode', '--no-such-flag');
    assert.deepEqual(flag, { code: 2, stderr: "Unknown option '--no-such-flag'. It takes no flags.\n" });
    const { code, stderr } = await run('bench/src/main.ts', 'none');
    assert.equal(code, 2);
    assert.match(stderr, /^There is no bench "none"\. Known ones: all, .*\.\n$/);
  });
});
