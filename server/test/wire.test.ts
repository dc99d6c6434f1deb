/** Responses of `/track`. There is no store, since acknowledging does not need one. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { FORMATS, Interaction, isWordless, typesOf } from '@parley/contract';
import { dropVectors } from '../src/envelope/drop-vectors.ts';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { NO_STORE, startServer, type TestServer } from './support/server-process.ts';

const MIB = 1024 * 1024;

describe('POST /track', () => {
  let server: TestServer;
  const data = mkdtempSync(join(tmpdir(), 'parley-'));
  before(async () => {
    server = await startServer({ data, clickhouseUrl: NO_STORE, env: { PARLEY_GRACE: '0' } });
  });
  after(async () => {
    assert.equal(await server.stop(), 0, server.output());
    rmSync(data, { recursive: true, force: true });
  });

  for (const format of FORMATS) {
    for (const type of typesOf(format).filter(isWordless)) {
      it(`200: accepts ${format} ${type} and returns it at once, without vectors`, async () => {
        const payload = payloadOf(format, type);
        const { json, status } = await server.post(bytesOf(payload));
        assert.deepEqual([status, json.warnings], [200, undefined]);
        const raw = await server.get(`/v1/interactions/${json.id}/raw`);
        const response = dropVectors(JSON.stringify(payload.response));
        assert.equal(raw.text, `{"request":${JSON.stringify(payload.request)},"response":${response}}`);
        const record = Interaction.parse((await server.get(`/v1/interactions/${json.id}`)).json);
        assert.equal(record.type, type);
        assert.equal(record.vectors?.kept, type === 'embedding' ? false : undefined);
        assert.ok((record.texts ?? 0) > 0);
      });
    }

    for (const type of typesOf(format).filter((each) => !isWordless(each))) {
      it(`200: accepts ${format} ${type} and returns it at once, byte for byte`, async () => {
        const payload = payloadOf(format, type);
        const answer = await server.post(bytesOf(payload));
        assert.equal(answer.status, 200, answer.text);
        assert.equal(answer.json.status, 'ok');
        const { id } = answer.json;
        const raw = await server.get(`/v1/interactions/${id}/raw`);
        assert.equal(
          raw.text,
          `{"request":${JSON.stringify(payload.request)},"response":${JSON.stringify(payload.response)}}`,
        );
        const record = await server.get(`/v1/interactions/${id}`);
        assert.equal(record.json.format, format);
        assert.equal(String(record.json.outputText).trim(), 'The Elbe.');
      });
    }
  }

  it('200 with duplicate: the same bytes with a request time are one interaction', async () => {
    const body = bytesOf(payloadOf('openai', 'chat', { timestamps: { request: Date.now() } }));
    const answers = await Promise.all([1, 2, 3, 4].map(() => server.post(Buffer.from(body))));
    assert.equal(new Set(answers.map(({ json }) => json.id)).size, 1);
    assert.equal(answers.filter(({ json }) => json.duplicate === true).length, 3);
  });

  it('200: an Idempotency-Key identifies the interaction', async () => {
    const key = { 'Idempotency-Key': 'order 66' };
    const first = await server.post(bytesOf(payloadOf()), key);
    const second = await server.post(bytesOf(payloadOf('mistral', 'chat')), key);
    assert.deepEqual([second.json.id, second.json.duplicate], [first.json.id, true]);
  });

  it('200: identical payloads without times are two interactions', async () => {
    const [a, b] = [await server.post(bytesOf(payloadOf())), await server.post(bytesOf(payloadOf()))];
    assert.notEqual(a.json.id, b.json.id);
  });

  for (const [encoding, compress] of Object.entries({
    gzip: gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  })) {
    it(`200: accepts a body in ${encoding}`, async () => {
      const answer = await server.post(compress(bytesOf(payloadOf())), { 'Content-Encoding': encoding });
      assert.equal(answer.status, 200, answer.text);
    });
  }

  it('200: odd but valid JSON is kept as it was sent', async () => {
    const odd = [
      '{"model":"m","messages":[],"n":1.0,"big":12345678901234567890,"e":1E400}',
      '{"model":"m","messages":[],"__proto__":{"polluted":true},"constructor":{"prototype":{"x":1}}}',
      '{"model":"m","messages":[],"a":1,"a":2,"lone":"\\ud800","nul":"\\u0000","é":"\\u00e9"}',
      `{"model":"m","messages":[],"deep":${'['.repeat(510)}${']'.repeat(510)}}`,
    ];
    for (const request of odd) {
      const { reconify, response } = payloadOf();
      const body = `\ufeff { "reconify" : ${JSON.stringify(reconify)} ,\n"request":1,"response":${JSON.stringify(response)}\t, "request" : ${request} }`;
      const answer = await server.post(body);
      assert.equal(answer.status, 200, answer.text.slice(0, 500));
      const raw = await server.get(`/v1/interactions/${answer.json.id}/raw`);
      assert.ok(raw.text.startsWith(`{"request":${request},"response":{`), raw.text.slice(0, 200));
      const record = await server.get(`/v1/interactions/${answer.json.id}`);
      assert.equal(record.status, 200);
    }
    assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
  });

  it('400 invalid_json: empty, truncated, not UTF-8, not an object', async () => {
    const whole = bytesOf(payloadOf());
    for (const body of [
      Buffer.alloc(0),
      whole.subarray(0, -5),
      Buffer.from([0x7b, 0xff, 0x7d]),
      '[]',
      '"x"',
      '7',
    ]) {
      const answer = await server.post(body);
      assert.deepEqual([answer.status, answer.json.code], [400, 'invalid_json'], String(body).slice(0, 50));
    }
  });

  it('401 invalid_credentials: the same response for every kind of wrong key', async () => {
    const wrong: unknown[] = [
      {},
      { reconify: null },
      { reconify: { appKey: server.keys.appKey } },
      { reconify: { appKey: 'unknown', apiKey: server.keys.apiKey } },
      { reconify: { appKey: server.keys.appKey, apiKey: 'wrong' } },
      { reconify: { appKey: server.keys.appKey, apiKey: { $ne: null } } },
    ];
    const bodies = new Set<string>();
    for (const payload of wrong) {
      const { status, json } = await server.post(bytesOf(payload));
      assert.equal(status, 401);
      bodies.add(JSON.stringify({ ...json, requestId: '' }));
    }
    assert.equal(bodies.size, 1);
  });

  it('404 and 405: other paths and methods get a hint at what exists', async () => {
    const get = await fetch(`${server.url}/track`);
    assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST']);
    const post = await fetch(`${server.url}/v1/interactions`, { method: 'DELETE' });
    assert.deepEqual([post.status, post.headers.get('allow')], [405, 'GET, HEAD']);
    assert.equal((await fetch(`${server.url}/nothing`)).status, 404);
  });

  it('413 payload_too_large: one byte more than 10 MiB, announced, chunked or inside 50 MB of gzip', async () => {
    const frame = payloadOf();
    const padding = 10 * MIB + 1 - bytesOf({ ...frame, pad: '' }).length;
    const large = bytesOf({ ...frame, pad: 'x'.repeat(padding) });
    assert.equal(large.length, 10 * MIB + 1);
    assert.equal((await server.post(large)).status, 413);
    const chunked = await fetch(`${server.url}/track`, {
      method: 'POST',
      body: new Blob([new Uint8Array(large)]).stream(),
      duplex: 'half',
    } as RequestInit);
    assert.equal(chunked.status, 413);
    const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20));
    assert.equal((await server.post(bomb, { 'Content-Encoding': 'gzip' })).status, 413);
  });

  it('200: exactly 10 MiB', async () => {
    const frame = payloadOf();
    const padding = 10 * MIB - bytesOf({ ...frame, pad: '' }).length;
    const answer = await server.post(bytesOf({ ...frame, pad: 'x'.repeat(padding) }));
    assert.equal(answer.status, 200, answer.text.slice(0, 300));
  });

  it('415: other content types and encodings', async () => {
    assert.equal((await server.post('{}', { 'Content-Type': 'image/png' })).status, 415);
    assert.equal((await server.post('{}', { 'Content-Encoding': 'compress' })).status, 415);
    assert.equal((await server.post(bytesOf(payloadOf()), { 'Content-Type': 'text/plain' })).status, 200);
  });

  it('422 invalid_payload: every issue, not just the first', async () => {
    const payload = payloadOf('openai', 'chat', { session: { a: 1 }, sessionTimeout: -1, request: null });
    const { status, json } = await server.post(
      bytesOf({ ...payload, reconify: { ...payload.reconify, type: 'image' } }),
    );
    assert.equal(status, 422);
    const paths = (json.issues as { path: string }[]).map(({ path }) => path);
    assert.deepEqual(paths.sort(), ['reconify.type', 'request', 'session', 'sessionTimeout']);
  });

  it('clients that vanish or are slow do not delay others', async () => {
    const { port } = new URL(server.url);
    const head =
      'POST /track HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n';
    const slow = Array.from({ length: 50 }, (_, i) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => {}).write(i % 2 === 0 ? head.slice(0, 40) : `${head}{"half":`);
      return socket;
    });
    const started = performance.now();
    for (let i = 0; i < 20; i++) assert.equal((await server.post(bytesOf(payloadOf()))).status, 200);
    assert.ok(performance.now() - started < 5000);
    for (const socket of slow) socket.destroy();
    await eventually('nothing is buffered for disconnected clients', async () => {
      return (await server.post(bytesOf(payloadOf()))).status === 200;
    });
  });

  it('reports its state on /health, /ready and /metrics', async () => {
    assert.equal((await fetch(`${server.url}/health`)).status, 200);
    assert.equal((await fetch(`${server.url}/ready`)).status, 200);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    for (const name of [
      'parley_received_total',
      'parley_acknowledged_total',
      'parley_rejected_total',
      'parley_duplicates_total',
      'parley_journal_bytes',
      'parley_journal_age_seconds',
      'parley_journal_max_bytes',
      'parley_disk_free_bytes',
      'parley_ready 1',
      'parley_info',
      'parley_drain_lag_interactions',
      'parley_insert_seconds_count',
      'parley_sync_seconds_count',
      'parley_event_loop_lag_seconds',
    ]) {
      assert.match(metrics, new RegExp(`^${name}`, 'm'));
    }
  });

  it('keeps the API key out of every log line', () => {
    assert.ok(!server.output().includes(server.keys.apiKey));
  });
});
