/** Scores as an application sends them and as they are listed. */
import assert from 'node:assert/strict';
import { type Score, ScoreList } from '@parley/contract';
import type { Keys } from './payloads.ts';
import { type Answer, request, type TestServer } from './server-process.ts';

export function keyHeaders({ appKey, apiKey }: Keys): Record<string, string> {
  return { 'x-parley-app-key': appKey, 'x-parley-api-key': apiKey };
}

/** Sends one score or several, with the keys of the tests unless others are given. */
export function sendScores(
  { url, keys }: Pick<TestServer, 'url' | 'keys'>,
  scores: unknown,
  headers: Record<string, string> = keyHeaders(keys),
): Promise<Answer> {
  return request(`${url}/v1/scores`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(scores),
  });
}

/** All scores that fit, the newest first. */
export async function allScores(server: Pick<TestServer, 'get'>, search = ''): Promise<Score[]> {
  const found: Score[] = [];
  let cursor = '';
  do {
    const answer = await server.get(`/v1/scores?limit=500&${search}${cursor}`);
    assert.equal(answer.status, 200, answer.text);
    const { data, nextCursor } = ScoreList.parse(answer.json);
    found.push(...data);
    cursor = nextCursor === null ? '' : `&cursor=${nextCursor}`;
  } while (cursor !== '');
  return found;
}
