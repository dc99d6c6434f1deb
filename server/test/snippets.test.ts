/** The snippets that the console offers are run unchanged against a real server. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { FORMATS, Interaction } from '@parley/contract';
import {
  LANGUAGES,
  type Language,
  type Snippet,
  type SnippetKeys,
  snippet,
} from '../../console/src/pages/connect/snippets.ts';
import { NO_STORE, startServer } from './support/server-process.ts';
import { tempFolder } from './support/temp-folder.ts';

const run = promisify(execFile);
const COMMANDS: Record<Language, (text: string) => [command: string, args: string[]]> = {
  curl: (text) => ['sh', ['-c', text.replace('curl ', 'curl -s ')]],
  node: (text) => [process.execPath, ['--input-type=module', '--eval', text.replace('console.log', PRINT)]],
  python: (text) => ['python3', ['-c', text]],
};
/** Prints JSON rather than Node's own notation. */
const PRINT = 'const print = (value) => console.log(JSON.stringify(value)); print';

describe('the snippets of the console', () => {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    it(`in ${language} send an exchange of every format without a warning`, async (test) => {
      if (!(await isThere(language))) return test.skip(`${language} is not installed here`);
      const server = await startServer({ data: await tempFolder(), clickhouseUrl: NO_STORE });
      test.after(() => server.stop());
      const keys = { ...server.keys, ingestUrl: `${server.url}/track` };
      for (const labelled of [false, true]) {
        for (const format of FORMATS) {
          const what = `${format}, ${labelled ? 'with' : 'without'} labels`;
          const { status, id, ...more } = await send({ language, format, labelled }, keys);
          assert.deepEqual([status, more], ['ok', {}], what);
          const record = Interaction.parse((await server.get(`/v1/interactions/${id}`)).json);
          assert.equal(record.format, format);
          assert.deepEqual(
            [record.outcome, record.finishReason, record.outputText, record.warnings],
            ['ok', 'stop', 'The Danube.', []],
            what,
          );
          assert.match(record.inputText, /Name a river in Europe\./);
          assert.ok(record.model, what);
          assert.deepEqual([record.usage.input, record.usage.output], [12, 4], what);
          assert.equal(record.user?.key, 'jane');
          assert.notEqual(record.latencyMs, null, what);
          assert.equal(record.firstTokenMs === null, !labelled, what);
          assert.equal(record.trace === null, !labelled, what);
          assert.equal(record.labels.environment, labelled ? 'production' : undefined, what);
        }
      }
    });
  }
});

async function send(what: Snippet, keys: SnippetKeys): Promise<Record<string, unknown>> {
  const { stdout } = await run(...COMMANDS[what.language](snippet(what, keys)));
  return JSON.parse(stdout);
}

async function isThere(language: Language): Promise<boolean> {
  if (language === 'node') return true;
  const command = language === 'curl' ? 'curl' : 'python3';
  return run(command, ['--version']).then(
    () => true,
    () => false,
  );
}
