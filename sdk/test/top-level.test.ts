/** A program that waits for an exchange and for nothing else: it is told, and does not end in between. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { listen } from '../../server/test/support/listen.ts';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { listeningTo } from './support/listening.ts';
import { projectWithSdk } from './support/packed-sdk.ts';
import { binaryOf, missingReason } from './support/runtimes.ts';
import { RUNTIMES } from './support/talking-programs.ts';

const run = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('./programs/await-track.mjs', import.meta.url));
const KEYS = { appKey: 'pk_of_a_test', apiKey: 'sk_of_a_test' };
/** The library takes two seconds at most; the rest is for a busy machine to end a process. */
const HELD_UP_MS = 3000;
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

describe('an exchange that is waited for at the top level', () => {
  let project: string;
  before(async () => {
    project = await projectWithSdk();
    await cp(PROGRAM, join(project, 'await-track.mjs'));
  });

  for (const [name, { needs, args }] of Object.entries(RUNTIMES)) {
    const skip = missingReason(needs);
    /** It must not complain, and end with 0. */
    const told = async (parley: object) => {
      const config = JSON.stringify({ parley: { ...KEYS, ...parley } });
      const binary = needs === null ? process.execPath : binaryOf(needs);
      const env = { DENO_DIR: project, HOME: project, NO_COLOR: '1' };
      const options = { cwd: project, env, timeout: 60_000 };
      const { stdout, stderr } = await run(binary, [...args, 'await-track.mjs', config], options);
      assert.equal(stderr, '');
      const said: { told: string[]; tookMs: number; doneAt: number } = JSON.parse(stdout);
      return { ...said, heldUpMs: Date.now() - said.doneAt };
    };

    it(`is answered in ${name}, and what is not waited for is sent as well`, { skip }, async (t) => {
      const { payloads, url } = await listeningTo(t);
      assert.deepEqual((await told({ url })).told, ['kept', 'kept']);
      assert.deepEqual(
        payloads.map(({ session }) => session),
        ['first', 'second', 'third'],
      );
    });

    // Bun and Deno wait for whoever waits at the top level, for as long as it takes.
    if (!name.startsWith('Node')) continue;

    it(`fails in ${name} when nobody reaches Parley`, { skip }, async () => {
      const { told: outcomes, tookMs, heldUpMs } = await told({ url: NOWHERE });
      assert.deepEqual(outcomes, ['unreachable', 'unreachable']);
      assert.ok(tookMs < HELD_UP_MS && heldUpMs < HELD_UP_MS, `${tookMs} ms, and ${heldUpMs} ms at the end`);
    });

    it(`fails in ${name} when Parley does not answer`, { skip }, async (t) => {
      const silent = `http://127.0.0.1:${await listen(t, createServer())}`;
      const { told: outcomes, tookMs, heldUpMs } = await told({ url: silent });
      assert.deepEqual(outcomes, ['unreachable', 'unreachable']);
      assert.ok(tookMs < HELD_UP_MS && heldUpMs < HELD_UP_MS, `${tookMs} ms, and ${heldUpMs} ms at the end`);
    });

    it(`fails in ${name} when it waits in a spool`, { skip }, async () => {
      const spool = join(await tempFolder(), 'spool');
      assert.deepEqual((await told({ url: NOWHERE, spool })).told, ['unreachable', 'unreachable']);
    });
  }
});
