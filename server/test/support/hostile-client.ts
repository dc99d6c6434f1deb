/**
 * Sends hostile bodies over several connections at once for the given number of seconds. It is a process of
 * its own, so that building the bodies does not slow down the process that measures. The parent passes port,
 * seed and seconds, and is told what was sent.
 */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '@parley/sample/random';
import { type HostileBody, hostileBody } from './hostile-body.ts';
import { TEST_KEYS } from './payloads.ts';

const CONNECTIONS = 4;
const CHUNK_BYTES = 256 * 1024;

const [port = 0, seed = 0, seconds = 0] = process.argv.slice(2).map(Number);
const until = Date.now() + seconds * 1000;

const counts = await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => attack(seed + i)));
process.send?.({ sent: counts.reduce((sum, count) => sum + count, 0) });
process.disconnect();

async function attack(seed: number): Promise<number> {
  const random = randomNumbers(seed);
  let sent = 0;
  while (Date.now() < until) {
    const body = hostileBody(random, TEST_KEYS);
    process.send?.({ sends: body.name });
    await send(body);
    sent++;
  }
  return sent;
}

/** Resolves on a response, on a closed connection, or after a timeout. */
async function send({ bytes, headers, pace }: HostileBody): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  const over = new Promise<void>((resolve) => {
    socket.on('data', () => resolve()).on('error', () => resolve());
    socket.on('close', () => resolve());
  });
  const head = [
    'POST /track HTTP/1.1',
    'Host: x',
    'Content-Type: application/json',
    `Content-Length: ${bytes.length}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  if (pace === 'at once') socket.write(bytes);
  else {
    const end = pace === 'half' ? bytes.length / 2 : bytes.length;
    for (let at = 0; at < end; at += CHUNK_BYTES) {
      socket.write(bytes.subarray(at, Math.min(end, at + CHUNK_BYTES)));
      await sleep(1);
    }
  }
  await Promise.race([over, sleep(pace === 'half' ? 200 : 5000, undefined, { ref: false })]);
  socket.destroy();
}
