/** How a program ends: it is not delayed for long, and a spool keeps what could not be sent. */
import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { listen } from '../../server/test/support/listen.ts';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { BEGINNING, RIVER } from './support/river-model.ts';
import { missingReason } from './support/runtimes.ts';
import { RUNTIMES, TalkingPrograms } from './support/talking-programs.ts';

/** The library waits at most two seconds; the rest allows for a busy machine. */
const MAX_EXIT_DELAY_MS = 5000;
/** A port without a listener. */
const UNREACHABLE_URL = 'http://127.0.0.1:9';

describe('a program that ends', () => {
  const programs = new TalkingPrograms();

  for (const [name, runtime] of Object.entries(RUNTIMES)) {
    const skip = missingReason(runtime.needs);

    it(`is not delayed in ${name} when Parley is unreachable`, { skip }, async () => {
      const config = { ...programs.configOf('unreachable'), calls: 2 };
      const ended = programs.run(runtime, 'end.mjs', at(UNREACHABLE_URL, config));
      assert.ok((await heldUpMs(ended)) < MAX_EXIT_DELAY_MS);
    });

    it(`is not delayed in ${name} when Parley does not answer`, { skip }, async (test) => {
      const silent = `http://127.0.0.1:${await listen(test, createServer())}`;
      const config = { ...programs.configOf('silent'), calls: 2 };
      const ended = programs.run(runtime, 'end.mjs', at(silent, config));
      assert.ok((await heldUpMs(ended)) < MAX_EXIT_DELAY_MS);
    });

    it(`spools unsent payloads in ${name} without keys, and the next process sends them once`, {
      skip,
    }, async () => {
      const spool = join(await tempFolder(), 'spool');
      const session = `${name}, spooled`;
      const config = programs.configOf(session);
      const parley = { ...config.parley, spool };
      const may = name === 'Deno' ? [`--allow-read=${spool}`, `--allow-write=${spool}`] : [];
      const run = (more: object) =>
        programs.run({ ...runtime, args: [...runtime.args, ...may] }, 'end.mjs', { ...config, ...more });
      await run({ parley: { ...parley, url: UNREACHABLE_URL }, calls: 2, end: 'in a stream' });
      await isPrivate(spool, 3);

      for (const _ of ['once', 'twice'])
        assert.equal(await run({ parley, calls: 0, end: 'flushed' }), 'true');
      assert.deepEqual(await filesIn(spool), []);
      const texts = (await programs.recorded(session, 3)).map(({ outputText }) => outputText);
      assert.deepEqual(texts.sort(), [BEGINNING, RIVER.answer, RIVER.answer]);
    });
  }

  async function isPrivate(spool: string, files: number): Promise<void> {
    const names = await filesIn(spool);
    assert.equal(names.filter((name) => name.endsWith('.payload')).length, files);
    const { appKey, apiKey } = programs.server.keys;
    for (const name of names) {
      const text = await readFile(name, 'utf8');
      if (name.endsWith('.payload')) assert.match(text, /The /);
      for (const key of [appKey, apiKey, 'key-of-the-model']) assert.ok(!text.includes(key));
      assert.equal((await stat(name)).mode & 0o077, 0);
    }
  }
});

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

function at<C extends { parley: object }>(url: string, config: C): C {
  return { ...config, parley: { ...config.parley, url } };
}

/** Time from the moment that the program printed, when it had nothing left to do, to its exit. */
async function heldUpMs(prints: Promise<string>): Promise<number> {
  const doneAt = Number(await prints);
  return Date.now() - doneAt;
}
