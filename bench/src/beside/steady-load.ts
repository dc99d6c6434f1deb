/**
 * Payloads on a fixed schedule, independent of the answers, each timed from the moment it was due: a server
 * that stalls for a second is late for everything due in it, not for one request.
 */
import { Agent, request } from 'node:http';

export type SteadyLoad = { url: string; bodies: readonly string[]; perSecond: number; seconds: number };

const CONNECTIONS = 256;

/** Milliseconds from each due time to the end of the answer. */
export async function steadyLoad({ url, bodies, perSecond, seconds }: SteadyLoad): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const total = Math.round(perSecond * seconds);
  const started = performance.now();
  const answers: Promise<number>[] = [];
  await new Promise<void>((resolve) => {
    const ticking = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond));
      while (answers.length < due) {
        const scheduled = started + (answers.length / perSecond) * 1000;
        const body = bodies[answers.length % bodies.length] ?? '';
        answers.push(post(agent, url, body).then(() => performance.now() - scheduled));
      }
      if (answers.length < total) return;
      clearInterval(ticking);
      resolve();
    }, 1);
  });
  const waits = await Promise.all(answers);
  agent.destroy();
  return waits;
}

function post(agent: Agent, url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`/track answered ${response.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
