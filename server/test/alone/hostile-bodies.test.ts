/**
 * A regular client is answered at once, whatever others send. Runs alone, since it measures response times.
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { orLong } from '../support/long.ts';
import { bytesOf, payloadOf } from '../support/payloads.ts';
import { NO_STORE, startServer, type TestServer } from '../support/server-process.ts';

const SECONDS = orLong(20, 60);
/**
 * The server's thread is blocked for 50 ms at most; but this test's client, the hostile client and the
 * threads that inflate and parse the bodies share two cores with it.
 */
const MAX_WAIT_MS = 400;
/**
 * At this rate the upload outlasts the hostile client and every time limit of the server: the pace of an
 * upload is judged over 10 s, and an answered connection is closed after 15 s.
 */
const SLOW_UPLOAD = { bytes: 110_000 * SECONDS, perSecond: 100_000 };

test('hostile bodies of every structure, depth, size, encoding and pace delay nobody', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'parley-'));
  const server = await startServer({ data, clickhouseUrl: NO_STORE, env: { PARLEY_GRACE: '0' } });
  t.after(async () => {
    assert.equal(await server.stop(), 0, server.output());
    rmSync(data, { recursive: true, force: true });
  });
  const seed = Date.now() % 100_000;
  const { port } = new URL(server.url);
  const attackers = fork(new URL('../support/hostile-client.ts', import.meta.url), [
    port,
    String(seed),
    String(SECONDS),
  ]);
  t.after(() => attackers.kill());
  const lately: string[] = [];
  let sent = 0;
  attackers.on('message', (message: { sends?: string; sent?: number }) => {
    if (message.sends !== undefined) lately.unshift(message.sends);
    lately.length = Math.min(lately.length, 8);
    sent = message.sent ?? sent;
  });
  const slow = slowUpload(server);
  const gone = once(attackers, 'exit');
  const longest = await honestUntil(server, gone, () => [...lately]);
  t.diagnostic(
    `seed ${seed}: ${sent} hostile bodies beside ${longest.answered} honest ones; the longest of these waited ${longest.ms.toFixed(0)} ms`,
  );
  assert.ok(sent >= 50, `only ${sent} hostile bodies were sent`);
  assert.ok(longest.answered >= 200, `only ${longest.answered} honest payloads were answered`);
  assert.ok(
    longest.ms < MAX_WAIT_MS,
    `seed ${seed}: one waited ${longest.ms.toFixed(0)} ms, after these were sent: ${longest.beside.join('; ')}`,
  );
  assert.equal(await slow, 200, 'a slow but steady upload is accepted, however long it takes');
  const memory = await residentMb(server);
  assert.ok(memory < 1500, `the server holds ${memory} MB`);
});

/**
 * Sends small payloads one after the other; returns the longest response time, and what was sent meanwhile.
 */
async function honestUntil(server: TestServer, end: Promise<unknown>, lately: () => string[]) {
  let over = false;
  void end.then(() => {
    over = true;
  });
  const longest = { ms: 0, beside: [] as string[], answered: 0 };
  while (!over) {
    const started = performance.now();
    const { status } = await server.post(bytesOf(payloadOf()));
    const ms = performance.now() - started;
    assert.equal(status, 200);
    longest.answered++;
    if (ms > longest.ms) Object.assign(longest, { ms, beside: lately() });
    await sleep(5);
  }
  return longest;
}

/** Resolves with the status of the response. */
async function slowUpload({ url }: TestServer): Promise<number | undefined> {
  const body = bytesOf(payloadOf('openai', 'chat', { padding: 'x'.repeat(SLOW_UPLOAD.bytes) }));
  const upload = httpRequest(`${url}/track`, {
    method: 'POST',
    headers: { 'Content-Length': body.length, 'Content-Type': 'application/json' },
  });
  const answered = once(upload, 'response');
  for (let at = 0; at < body.length; at += SLOW_UPLOAD.perSecond / 10) {
    upload.write(body.subarray(at, at + SLOW_UPLOAD.perSecond / 10));
    await sleep(100);
  }
  upload.end();
  const [response] = await answered;
  response.resume();
  return response.statusCode;
}

async function residentMb({ url }: TestServer): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^parley_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]) / 1e6;
}
