/** The console's OpenTelemetry snippets for Node are run as they are: the calls arrive with prompts and answers. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ArrivalList, InteractionList } from '@parley/contract';
import { INSTRUMENTATIONS, telemetryVariables } from '../../console/src/pages/connect/telemetry.ts';
import { eventually } from './support/eventually.ts';
import { listen } from './support/listen.ts';
import { modelStandIn, STAND_IN } from './support/model-stand-in.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

/** Generous, since the machine may be busy and the engine may still have to be compiled. */
const STORED_MS = 120_000;
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

const APP = `import OpenAI from 'openai';
await new OpenAI().chat.completions.create({
  model: 'gpt-4o',
  messages: [
    { role: 'user', content: '${STAND_IN.question}' },
    { role: 'tool', tool_call_id: 'call_1', content: 'Elbe' },
  ],
});`;

describe('the OpenTelemetry snippets of the console', () => {
  let server: TestServer;
  let standIn: string;
  const cleanups: (() => void | Promise<void>)[] = [];
  before(async () => {
    const cleanup = { after: (clean: () => void | Promise<void>) => void cleanups.push(clean) };
    standIn = `http://127.0.0.1:${await listen(cleanup, modelStandIn())}`;
    server = await startServer({ data: await tempFolder(), clickhouseUrl: (await storeProxy(cleanup)).url });
  });
  after(async () => {
    await server.stop();
    for (const clean of cleanups) await clean();
  });

  const snippets = INSTRUMENTATIONS.node.filter(({ code }) => code?.label === 'telemetry.mjs');
  it('are there', () => assert.equal(snippets.length, 2));

  for (const instrumentation of snippets) {
    it(`record a call with its texts: Node, ${instrumentation.label}`, async () => {
      const folder = await tempFolder();
      const library = instrumentation.install?.split(' ').at(-1) ?? '';
      await linkPackages(folder, library);
      await writeFile(join(folder, 'telemetry.mjs'), instrumentation.code?.text ?? '');
      await writeFile(join(folder, 'app.mjs'), APP);
      const keys = { ...server.keys, ingestUrl: `${server.url}/track` };
      const variables = telemetryVariables(instrumentation, keys, true);
      await promisify(execFile)(
        'sh',
        ['-c', `${variables}\n"${process.execPath}" --import ./telemetry.mjs app.mjs`],
        {
          cwd: folder,
          env: { PATH: process.env.PATH, OPENAI_API_KEY: 'a key', OPENAI_BASE_URL: `${standIn}/v1` },
        },
      );
      let texts: string[] = [];
      await eventually(
        'its texts are there',
        async () => {
          const { status, json } = await server.get('/v1/interactions');
          // The store may still be starting.
          if (status !== 200) return false;
          const [record] = InteractionList.parse(json).data.filter(({ version }) => version === library);
          texts = [record?.inputText ?? '', record?.outputText ?? '', record?.labels.feature ?? ''];
          return texts.every((text) => text !== '');
        },
        STORED_MS,
      );
      assert.match(texts[0] ?? '', /Dresden/);
      assert.match(texts[1] ?? '', /Elbe/);
      assert.equal(texts[2], 'search');
    });
  }

  it('arrive as telemetry', async () => {
    const { data } = ArrivalList.parse((await server.get('/v1/arrivals')).json);
    assert.deepEqual(
      data.map(({ way, format, count }) => [way, format, count]),
      [['otel', 'otel', 2]],
    );
  });
});

/** What the snippet installs, from the packages of this repository. */
async function linkPackages(folder: string, library: string): Promise<void> {
  const from = (name: string) => join(MODULES, name);
  // Several versions are installed here; an application has the one that its library uses.
  const hook = createRequire(join(from(library), 'package.json')).resolve(
    '@opentelemetry/instrumentation/hook.mjs',
  );
  const packages = [
    ['openai', from('openai')],
    ['@opentelemetry/sdk-node', from('@opentelemetry/sdk-node')],
    ['@opentelemetry/instrumentation', dirname(hook)],
    [library, from(library)],
  ] as const;
  for (const [name, target] of packages) {
    const place = join(folder, 'node_modules', name);
    await mkdir(dirname(place), { recursive: true });
    await symlink(target, place);
  }
}
