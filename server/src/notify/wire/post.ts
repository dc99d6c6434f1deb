/** One attempt to post a message: bounded in time and in what is read, without following redirects. */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { VERSION } from '../../base/version.ts';
import { failed, type Outcome } from './outcome.ts';
import { addressProblem, pinnedLookup, type Reach } from './reachable.ts';
import { readRetryAfter } from './retry.ts';

/** The whole attempt, from the lookup to the end of the answer. */
export const POST_TIMEOUT_MS = 15_000;
/** Enough to see what a receiver complains about. */
const ANSWER_BYTES = 2048;
const GONE = 410;

export type Post = {
  url: string;
  headers?: Record<string, string>;
  body: string;
  reach: Reach;
  /** Ends the attempt when the server stops. */
  signal?: AbortSignal;
  timeoutMs?: number;
};

/** Never throws, except when `signal` ends it. */
export async function post(message: Post): Promise<Outcome> {
  const { url, reach, signal, timeoutMs = POST_TIMEOUT_MS } = message;
  const problem = addressProblem(url, reach);
  if (problem !== null) return failed(problem);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await exchange(message, signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (error) {
    if (signal?.aborted) throw error;
    if (timeout.aborted) return failed(`No answer within ${timeoutMs / 1000} seconds.`);
    return failed(error instanceof Error ? error.message : String(error));
  }
}

function exchange({ url, headers, body, reach }: Post, signal: AbortSignal): Promise<Outcome> {
  const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `Parley/${VERSION}`,
        ...headers,
      },
      // A connection of its own: one that is kept open was checked for another message.
      agent: false,
      lookup: pinnedLookup(reach),
      signal,
    });
    const closed = () => reject(new Error('The connection was closed without an answer.'));
    request.on('error', reject);
    // Without an error, too: after an answer with another protocol (101).
    request.on('close', closed);
    request.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      const retryAfterMs = readRetryAfter(response.headers['retry-after']);
      // The status is the receiver's word; a body that breaks off or never ends does not take it back.
      request.off('close', closed).off('error', reject);
      request.on('error', () => {});
      beginningOf(response).then((answer) => {
        request.destroy();
        if (status >= 200 && status < 300) resolve({ kind: 'delivered', status, answer });
        else if (status === GONE) resolve({ kind: 'gone', status, answer });
        else resolve({ kind: 'failed', status, answer, retryAfterMs });
      }, reject);
    });
    request.end(body);
  });
}

/** The first bytes of an answer, as far as they arrive in time. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response) {
      chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes >= ANSWER_BYTES) break;
    }
  } catch {
    // Cut off by the time limit or the receiver.
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8');
}
