/** A program whose only pending work is an awaited `track`: it must settle before the process ends. */
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
/** The library waits at most two seconds; the rest allows for a busy machine. */
const MAX_EXIT_DELAY_MS = 3000;
/** A port without a listener. */
const UNREACHABLE_URL = 'http://127.0.0.1:9';

describe('an exchange that is awaited at the top level', () => {
  let project: string;
  before(async () => {
    project = await projectWithSdk();
    await cp(PROGRAM, join(project, 'await-track.mjs'));
  });

  for (const [name, { needs, args }] of Object.entries(RUNTIMES)) {
    const skip = missingReason(needs);
    /** The program must exit with 0 and print nothing to stderr. */
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

    it(`resolves in ${name}, and exchanges that are not awaited are sent as well`, { skip }, async (t) => {
      const { payloads, url } = await listeningTo(t);
      assert.deepEqual((await told({ url })).told, ['kept', 'kept']);
      assert.deepEqual(
        payloads.map(({ session }) => session),
        ['first', 'second', 'third'],
      );
    });

    // Bun and Deno wait for a top-level await as long as it takes.
    if (!name.startsWith('Node')) continue;

    it(`rejects in ${name} when Parley is unreachable`, { skip }, async () => {
      const { told: outcomes, tookMs, heldUpMs } = await told({ url: UNREACHABLE_URL });
      assert.deepEqual(outcomes, ['unreachable', 'unreachable']);
      assert.ok(
        tookMs < MAX_EXIT_DELAY_MS && heldUpMs < MAX_EXIT_DELAY_MS,
        `${tookMs} ms, and ${heldUpMs} ms at the end`,
      );
    });

    it(`rejects in ${name} when Parley does not answer`, { skip }, async (t) => {
      const silent = `http://127.0.0.1:${await listen(t, createServer())}`;
      const { told: outcomes, tookMs, heldUpMs } = await told({ url: silent });
      assert.deepEqual(outcomes, ['unreachable', 'unreachable']);
      assert.ok(
        tookMs < MAX_EXIT_DELAY_MS && heldUpMs < MAX_EXIT_DELAY_MS,
        `${tookMs} ms, and ${heldUpMs} ms at the end`,
      );
    });

    it(`rejects in ${name} when the payload stays in a spool`, { skip }, async () => {
      const spool = join(await tempFolder(), 'spool');
      assert.deepEqual((await told({ url: UNREACHABLE_URL, spool })).told, ['unreachable', 'unreachable']);
    });
  }
});
