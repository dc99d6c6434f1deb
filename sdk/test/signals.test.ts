/** A signal ends a program as it would without the library, and a spool keeps the finished exchanges. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../server/test/support/eventually.ts';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { projectWithSdk } from './support/packed-sdk.ts';
import { binaryOf, missingReason } from './support/runtimes.ts';
import { RUNTIMES } from './support/talking-programs.ts';

const PROGRAM = fileURLToPath(new URL('./programs/signal.mjs', import.meta.url));
/** A port without a listener. */
const PARLEY = { url: 'http://127.0.0.1:9', appKey: 'pk_of_a_test', apiKey: 'sk_of_a_test' };
const STARTED_MS = 60_000;

type Ended = { code: number | null; signal: string | null; printed: string; spooled: number };

describe('a program with a spool', () => {
  let project: string;
  before(async () => {
    project = await projectWithSdk();
    await cp(PROGRAM, join(project, 'signal.mjs'));
  });

  for (const [name, { needs, args }] of Object.entries(RUNTIMES)) {
    const skip = missingReason(needs);
    const endedBy = async (t: TestContext, signal: NodeJS.Signals, handles = false): Promise<Ended> => {
      const spool = join(await tempFolder(), 'spool');
      const config = JSON.stringify({ parley: { ...PARLEY, spool }, handles });
      const may = name === 'Deno' ? [`--allow-read=${spool}`, `--allow-write=${spool}`] : [];
      const binary = needs === null ? process.execPath : binaryOf(needs);
      const env = { DENO_DIR: project, HOME: project, NO_COLOR: '1' };
      const program = spawn(binary, [...args, ...may, 'signal.mjs', config], { cwd: project, env });
      t.after(() => void program.kill('SIGKILL'));
      return endedWith(program, signal, spool);
    };

    it(`is ended in ${name} by an unhandled signal, after its exchanges are spooled`, { skip }, async (t) => {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
        const ended = await endedBy(t, signal);
        assert.deepEqual(ended, { code: null, signal, printed: 'ended', spooled: 2 });
      }
    });

    it(`handles SIGTERM itself in ${name} when it has a handler`, { skip }, async (t) => {
      const ended = await endedBy(t, 'SIGTERM', true);
      assert.deepEqual(ended, { code: 7, signal: null, printed: 'ended handled by 1', spooled: 2 });
    });
  }
});

async function endedWith(program: ChildProcess, signal: NodeJS.Signals, spool: string): Promise<Ended> {
  let printed = '';
  program.stdout?.on('data', (piece) => {
    printed += piece;
  });
  const exited = once(program, 'exit');
  await eventually('the program has made its calls', () => printed === 'ended', STARTED_MS);
  program.kill(signal);
  const [code, by] = await exited;
  const names = await readdir(spool, { recursive: true });
  return { code, signal: by, printed, spooled: names.filter((each) => each.endsWith('.payload')).length };
}
