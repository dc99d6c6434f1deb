/** The parameter `in` of lists and exports. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ErrorBody, Interaction, InteractionList, SessionList } from '@parley/contract';
import { nothingWaits } from './support/nothing-waits.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORE_MS = 120_000;

it('lists and exports look at what `in` names, and refuse what they do not know', async (test) => {
  const { url } = await storeProxy(test);
  const server = await startServer({ data: await tempFolder(), clickhouseUrl: url });
  test.after(() => server.stop());
  const messages: object[] = [{ role: 'system', content: 'Sell lamps.' }];
  const start = Date.UTC(2025, 5, 1);
  for (const [turn, [question, answer]] of [
    ['Do you have lamps?', 'Yes, in green.'],
    ['And in blue?', 'Blue lamps are sold out.'],
    ['Thanks', 'Bye.'],
  ].entries()) {
    messages.push({ role: 'user', content: question });
    const payload = payloadOf('openai', 'chat', {
      session: 'shopping',
      timestamps: { request: start + turn * 1000, response: start + turn * 1000 + 500 },
      request: { model: 'gpt-4o', messages },
      response: { choices: [{ message: { role: 'assistant', content: answer } }] },
    });
    assert.equal((await server.post(bytesOf(payload))).status, 200);
    messages.push({ role: 'assistant', content: answer });
  }
  await nothingWaits(server, STORE_MS);

  const answers = async (query: string) => {
    const { data } = InteractionList.parse((await server.get(`/v1/interactions?order=asc&${query}`)).json);
    return data.map(({ outputText }) => outputText);
  };
  assert.deepEqual(await answers('q=lamps'), ['Yes, in green.', 'Blue lamps are sold out.']);
  assert.deepEqual(await answers('q=lamps&in=user'), ['Yes, in green.']);
  assert.deepEqual(await answers('q=lamps&in=assistant'), ['Blue lamps are sold out.']);
  assert.deepEqual(await answers('q=sell&in=system'), ['Yes, in green.']);
  assert.deepEqual(await answers('q=lamps&in=tool'), []);
  assert.equal((await answers('q=lamps&in=any')).length, 3);
  assert.equal((await answers('in=assistant')).length, 3, 'without words, it says nothing');

  const { data } = SessionList.parse((await server.get('/v1/sessions?q=blue&in=assistant')).json);
  assert.deepEqual(
    data.map(({ hit }) => [hit?.turn, hit?.interactions, hit?.highlights.output?.role]),
    [[2, 1, 'assistant']],
  );

  const exported = await server.get('/v1/export?as=jsonl&q=lamps&in=assistant');
  const lines = exported.text.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => Interaction.parse(JSON.parse(line)).outputText),
    ['Blue lamps are sold out.'],
  );

  for (const path of ['/v1/interactions', '/v1/sessions', '/v1/users', '/v1/export', '/v1/tail']) {
    const refused = await server.get(`${path}?q=lamps&in=robot`);
    assert.equal(refused.status, 422, path);
    const { issues = [] } = ErrorBody.parse(refused.json);
    assert.equal(issues[0]?.path, 'in', path);
    assert.match(issues[0]?.message ?? '', /"user"\|"assistant"\|"system"\|"tool"\|"any"/, path);
  }
});
