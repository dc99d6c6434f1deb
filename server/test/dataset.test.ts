/** Data sets: what is logged and judged, as files for training. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { DatasetManifest, ScoreList } from '@parley/contract';
import { eventually } from './support/eventually.ts';
import { nothingWaits } from './support/nothing-waits.ts';
import { bytesOf, payloadOf, TEST_KEYS } from './support/payloads.ts';
import { READ_TOKEN, request, startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';
import { unzip } from './support/unzip.ts';

const STORED_MS = 120_000;
const START = Date.UTC(2026, 4, 1);

type ChatMessage = { role: string; content: string; weight?: number };

describe('a data set', () => {
  let server: TestServer;
  const cleanups: (() => void | Promise<void>)[] = [];
  const ids: string[] = [];

  /** One turn of a conversation, after those before it. */
  async function turn(session: string | undefined, history: ChatMessage[], question: string, answer: string) {
    const at = START + ids.length * 1000;
    const messages = [...history, { role: 'user', content: question }];
    const payload = payloadOf('openai', 'chat', {
      ...(session === undefined ? {} : { session }),
      timestamps: { request: at, response: at + 10 },
      request: { model: 'gpt-4o', messages },
      response: {
        id: `chatcmpl-${ids.length}`,
        model: 'gpt-4o',
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: answer } }],
      },
    });
    const { json } = await server.post(bytesOf(payload));
    ids.push(String(json.id));
    return [...messages, { role: 'assistant', content: answer }];
  }

  async function dataset(search: string) {
    const response = await fetch(`${server.url}/v1/export/dataset?${search}`, {
      headers: { Authorization: `Bearer ${READ_TOKEN}` },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(response.status, 200, bytes.toString());
    assert.equal(response.headers.get('content-type'), 'application/zip');
    const files = unzip(bytes);
    const lines = String(files.get('data.jsonl')).split('\n').slice(0, -1);
    const manifest = DatasetManifest.parse(JSON.parse(String(files.get('manifest.json'))));
    assert.deepEqual(
      manifest.lines.map(({ sha256 }) => sha256),
      lines.map((line) => createHash('sha256').update(line).digest('hex')),
    );
    return { lines: lines.map((line) => JSON.parse(line)), manifest };
  }

  before(async () => {
    const { url: clickhouseUrl } = await storeProxy({ after: (clean) => void cleanups.unshift(clean) });
    server = await startServer({ data: await tempFolder(), clickhouseUrl });
    cleanups.unshift(async () => void (await server.stop()));
    let history = await turn('talk', [{ role: 'system', content: 'Be brief.' }], 'One?', 'wrong one');
    history = await turn('talk', history, 'Two?', 'disliked two');
    await turn('talk', history, 'Three?', 'fine three');
    await turn(undefined, [], 'Alone?', 'bad alone');
    const failed = payloadOf('openai', 'chat', {
      session: 'talk',
      timestamps: { request: START + 9000, response: START + 9010 },
      response: { error: { message: 'overloaded', type: 'server_error' } },
    });
    ids.push(String((await server.post(bytesOf(failed))).json.id));
    const scores = [
      { interaction: ids[0], name: 'correction', value: true, comment: 'right one' },
      { upstreamId: 'chatcmpl-1', name: 'thumbs', value: false },
      { interaction: ids[3], name: 'thumbs', value: false },
      { interaction: ids[3], name: 'correction', value: true, comment: 'good alone '.repeat(1000).trim() },
    ];
    const sent = await request(`${server.url}/v1/scores`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'x-parley-app-key': TEST_KEYS.appKey,
        'x-parley-api-key': TEST_KEYS.apiKey,
      },
      body: JSON.stringify(scores),
    });
    assert.equal(sent.status, 200, sent.text);
    await nothingWaits(server, STORED_MS);
    await eventually(
      'the scores are stored',
      async () => ScoreList.parse((await server.get('/v1/scores')).json).data.length === scores.length,
      STORED_MS,
    );
  });
  after(async () => {
    for (const clean of cleanups) await clean();
  });

  it('has a line for each interaction, with its correction', async () => {
    const { lines, manifest } = await dataset('as=openai');
    const answers = lines.map(({ messages }) => messages.at(-1).content);
    assert.deepEqual(answers, ['good alone '.repeat(1000).trim(), 'fine three', 'right one']);
    assert.deepEqual(manifest.counts.leftOutBy, { failed: 1, disliked: 1 });
    assert.deepEqual(
      manifest.leftOut.find(({ reason }) => reason === 'failed'),
      { interaction: ids[4], reason: 'failed', detail: 'overloaded' },
    );
    assert.equal(manifest.counts.corrected, 2);
  });

  it('has a line for each session, from its last answer, with the judgements of its turns', async () => {
    const { lines, manifest } = await dataset('as=openai&per=session');
    assert.deepEqual(lines[0].messages, [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'One?' },
      { role: 'assistant', content: 'right one', weight: 1 },
      { role: 'user', content: 'Two?' },
      { role: 'assistant', content: 'disliked two', weight: 0 },
      { role: 'user', content: 'Three?' },
      { role: 'assistant', content: 'fine three', weight: 1 },
    ]);
    assert.equal(lines.length, 2);
    assert.deepEqual(
      manifest.lines.map(({ interaction }) => interaction),
      [ids[2], ids[3]],
    );
    const { interactions, earlierTurns, leftOut, corrected } = manifest.counts;
    assert.deepEqual(
      { interactions, earlierTurns, leftOut, corrected },
      { interactions: 5, earlierTurns: 3, leftOut: 0, corrected: 2 },
    );
  });

  it('has pairs of the answer and its correction', async () => {
    const { lines, manifest } = await dataset('as=preference');
    assert.deepEqual(
      lines.map((line) => line.non_preferred_output[0].content),
      ['bad alone', 'wrong one'],
    );
    assert.equal(manifest.counts.interactions, 2);
    const refused = await server.get('/v1/export/dataset?as=preference&per=session');
    assert.equal(refused.status, 422);
    assert.match(refused.text, /about one answer/);
  });

  it('has what the filters choose, in any format', async () => {
    for (const as of ['anthropic', 'gemini', 'sharegpt', 'plain']) {
      const { lines, manifest } = await dataset(`as=${as}&session=talk&scored=correction`);
      assert.equal(lines.length, 1, as);
      assert.match(JSON.stringify(lines), /right one/);
      assert.deepEqual(manifest.filters, { session: ['talk'], scored: ['correction'] });
    }
    const { lines } = await dataset(`id=${ids[2]}`);
    assert.equal(lines.length, 1);
  });
});
