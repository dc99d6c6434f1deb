/** Runs the console's SDK snippets as they are, with each provider's real client. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { CLIENTS, type ClientName, sdkSnippet } from '../../console/src/pages/connect/sdk-snippets.ts';
import { listen } from '../../server/test/support/listen.ts';
import { ANSWER, TOKENS } from './support/answers.ts';
import { modelServer } from './support/model-server.ts';
import { linkClients } from './support/packed-sdk.ts';
import { TalkingPrograms } from './support/talking-programs.ts';

/** Recorded format and type, where they differ from the client's name. */
const RECORDED: Partial<Record<ClientName, [format: string, type: string]>> = {
  vercel: ['openai', 'response'],
};
/** Prefixes of the environment variables from which the clients read their keys. */
const KEYS = ['OPENAI', 'ANTHROPIC', 'GEMINI', 'CO', 'MISTRAL', 'PERPLEXITY', 'PROVIDER'];

describe('the console’s SDK snippets', () => {
  const programs = new TalkingPrograms();
  before(() => linkClients(programs.project));

  for (const name of Object.keys(CLIENTS) as ClientName[]) {
    it(`record a call with the client of ${CLIENTS[name].label}`, async (test) => {
      const [, client = ''] = /from '([^']+)'/.exec(CLIENTS[name].client.imports) ?? [];
      if (!existsSync(join(programs.project, 'node_modules', client))) {
        test.skip(`NOT RUN: ${client} is not installed`);
        return;
      }
      const { url, keys } = programs.server;
      const text = sdkSnippet(name, { ingestUrl: `${url}/track`, ...keys });
      // One session per snippet, to find its record.
      const session = `snippet of ${name}`;
      await writeFile(join(programs.project, 'snippet.mjs'), text.replace('first-session', session));
      await programs.runNode(['--import', './no-internet.mjs', 'snippet.mjs'], await surroundings(test));

      const [record, ...more] = await programs.recorded(session, 1);
      assert.ok(record && more.length === 0);
      assert.deepEqual([record.format, record.type], RECORDED[name] ?? [name, 'chat']);
      assert.deepEqual([record.outputText, record.outcome, record.warnings], [ANSWER, 'ok', []]);
      assert.deepEqual([record.usage.input, record.usage.output], [TOKENS.input, TOKENS.output]);
      assert.match(record.inputText, /Name a river in Europe\./);
      assert.equal(record.user?.key, 'jane');
      assert.ok(record.latencyMs !== null);
    });
  }
});

async function surroundings(test: TestContext): Promise<Record<string, string>> {
  const model = modelServer();
  // AWS's client speaks cleartext HTTP/2 without an upgrade.
  const bedrock = createServer((request, response) => void model.emit('request', request, response));
  await new Promise<void>((resolve) => bedrock.listen(0, '127.0.0.1', resolve));
  test.after(() => void bedrock.close());
  return {
    MODEL_URL: `http://127.0.0.1:${await listen(test, model)}`,
    ...Object.fromEntries(KEYS.map((name) => [`${name}_API_KEY`, 'a key'])),
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `http://127.0.0.1:${(bedrock.address() as AddressInfo).port}`,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  };
}
