/** Prompts, from what was sent to what is listed: identity, versions, texts and figures. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  Interaction,
  InteractionList,
  Ledger,
  PromptDetail,
  PromptList,
  QueryAnswer,
} from '@parley/contract';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf, TEST_KEYS } from './support/payloads.ts';
import { READ_TOKEN, startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORE_MS = 120_000;
const START = Date.UTC(2026, 5, 1);
const MINUTE = 60_000;
const PEOPLE = ['Anna Schmidt', 'Ben Okafor', 'Chloé Nguyen', 'Dmitri Rossi', 'Elif García'];
const RULES = 'Never give legal advice.\nNever name a competitor of the shop.';
const AGENT = `You answer questions of customers of a shop for garden tools. Be polite and brief.
Ask for the order number, if it is missing.
${RULES}`;
const EDITED = AGENT.replace('Be polite and brief.', 'Be polite, and explain every step at length.');
const TRANSLATOR = `You translate product pages into French for people who garden. Keep all markup as it is.
Do not translate the names of brands.
${RULES}`;

describe('prompts', () => {
  let server: TestServer;
  const ids: string[] = [];
  const cleanUps: (() => unknown)[] = [];

  before(async () => {
    const { url: clickhouseUrl } = await storeProxy({ after: (clean) => void cleanUps.unshift(clean) });
    server = await startServer({ data: await tempFolder(), clickhouseUrl });
    cleanUps.unshift(() => server.stop());
    let at = START;
    const track = async (system: string | null, more: object = {}) => {
      at += MINUTE;
      const question = { role: 'user', content: 'Hello?' };
      const messages = system === null ? [question] : [{ role: 'system', content: system }, question];
      const payload = payloadOf('openai', 'chat', {
        timestamps: { request: at, response: at + 100 },
        request: { model: 'gpt-4o', messages },
        ...more,
      });
      const answer = await server.post(bytesOf(payload));
      assert.equal(answer.status, 200, answer.text);
      ids.push(String(answer.json.id));
    };
    const said = (prompt: string, i: number) => `${prompt}\nYou are talking to ${PEOPLE[i % PEOPLE.length]}.`;
    for (let i = 0; i < 8; i++) await track(said(AGENT, i));
    for (let i = 0; i < 6; i++) await track(TRANSLATOR);
    for (let i = 0; i < 8; i++) await track(said(EDITED, i));
    await track('Whatever this is.', { labels: { prompt: 'named', 'prompt.version': '7' } });
    await track(null);
    await eventually(
      'everything is in the store',
      async () => {
        const days = Ledger.parse((await server.get('/v1/ledger')).json).data;
        return days.length > 0 && days.every(({ waiting }) => waiting === 0);
      },
      STORE_MS,
    );
  });
  after(async () => {
    for (const clean of cleanUps) await clean();
  });

  const list = async (query = '') => PromptList.parse((await server.get(`/v1/prompts?${query}`)).json);

  it('are listed with their beginning and their figures', async () => {
    const { data } = await list();
    assert.deepEqual(
      data.map(({ opening, interactions, errors }) => [opening?.slice(0, 24), interactions, errors]),
      [
        ['You answer questions of ', 16, 0],
        ['You translate product pa', 6, 0],
        ['Whatever this is.', 1, 0],
      ],
    );
    assert.match(data[0]?.id ?? '', /^you-answer-questions-of-customers-[0-9a-f]{8}$/);
    assert.equal(data[2]?.id, 'named');
    const first = await list('orderBy=firstSeenAt&order=asc&limit=2');
    const second = await list(`orderBy=firstSeenAt&order=asc&limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual([...first.data, ...second.data], data);
  });

  it('have versions, with what varies marked', async () => {
    const [agent] = (await list()).data;
    const path = `/v1/prompts/${encodeURIComponent(agent?.id ?? '')}`;
    const { versions } = PromptDetail.parse((await server.get(path)).json);
    assert.deepEqual(
      versions.map(({ number, interactions }) => [number, interactions]),
      [
        [1, 8],
        [2, 8],
      ],
    );
    const [first, second] = versions;
    const fixed = (version = first) =>
      version?.text.flatMap(({ text, varies }) => (varies ? [] : [text])).join('');
    assert.equal(fixed(), `${AGENT}\nYou are talking to .`);
    assert.equal(fixed(second), `${EDITED}\nYou are talking to .`);
    const varying = first?.text.filter(({ varies }) => varies).map(({ text }) => text);
    assert.ok(PEOPLE.includes(varying?.join('') ?? ''), String(varying));
    assert.ok((first?.lastSeenAt ?? '') < (second?.firstSeenAt ?? ''));
    const named = PromptDetail.parse((await server.get('/v1/prompts/named')).json);
    assert.deepEqual(
      named.versions.map(({ name, number }) => [name, number]),
      [['7', 1]],
    );
    assert.equal((await server.get('/v1/prompts/unknown')).status, 404);
  });

  it('have the scores of their interactions, also of each version', async () => {
    const scored = (index: number, value: boolean | number, name = 'thumbs') => ({
      interaction: ids[index],
      name,
      value,
    });
    const sent = await fetch(`${server.url}/v1/scores`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'x-parley-app-key': TEST_KEYS.appKey,
        'x-parley-api-key': TEST_KEYS.apiKey,
      },
      // The first version has the calls 0 to 7, the second 14 to 21.
      body: JSON.stringify([
        scored(0, true),
        scored(1, true),
        scored(14, true),
        scored(15, false),
        scored(16, 0.5, 'accuracy'),
      ]),
    });
    assert.equal(sent.status, 200, await sent.text());
    const agent = async () => (await list()).data[0];
    await eventually('scores are stored', async () => (await agent())?.scores.length === 2, STORE_MS);
    assert.deepEqual((await agent())?.scores, [
      { name: 'thumbs', kind: 'boolean', mean: 0.75, scores: 4 },
      { name: 'accuracy', kind: 'number', mean: 0.5, scores: 1 },
    ]);
    const path = `/v1/prompts/${encodeURIComponent((await agent())?.id ?? '')}`;
    const { versions } = PromptDetail.parse((await server.get(path)).json);
    assert.deepEqual(
      versions.map(({ scores }) => scores.map(({ mean, scores: number }) => [mean, number])),
      [
        [
          [1, 2],
          [null, 0],
        ],
        [
          [0.5, 2],
          [0.5, 1],
        ],
      ],
    );
  });

  it('are a field of interactions, a filter and a dimension', async () => {
    const [agent] = (await list()).data;
    const record = Interaction.parse((await server.get(`/v1/interactions/${ids[0]}`)).json);
    assert.equal(record.prompt, agent?.id);
    const without = Interaction.parse((await server.get(`/v1/interactions/${ids.at(-1)}`)).json);
    assert.equal(without.prompt, null);
    const filtered = await server.get(`/v1/interactions?prompt=${agent?.id}&limit=100`);
    assert.equal(InteractionList.parse(filtered.json).data.length, 16);
    const body = { measures: ['interactions'], dimensions: ['prompt'], from: '2026-05-01', to: '2026-07-01' };
    const asked = await fetch(`${server.url}/v1/query`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${READ_TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { rows } = QueryAnswer.parse(await asked.json());
    assert.deepEqual(
      rows.map(({ interactions }) => Number(interactions)).toSorted((a, b) => a - b),
      [1, 1, 6, 16],
    );
  });
});
