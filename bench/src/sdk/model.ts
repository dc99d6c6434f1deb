/**
 * A stand-in for a model: 3 KB of answer, in one piece or twenty, after the delay that the request asks for.
 * Prints its port.
 */
import { createServer, type ServerResponse } from 'node:http';
import { payload } from '../payload.ts';

const { response: answer } = payload({ appKey: '', apiKey: '' }, 1);
const whole = JSON.stringify(answer);
const [choice] = answer.choices;
const text = choice?.message.content ?? '';
const { id, created, model } = answer;
const pieces = Array.from({ length: 20 }, (_, at) => text.slice(at * 40, at * 40 + 40)).map((content) => {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }];
  return `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model, choices })}\n\n`;
});

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { stream } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const wait = Number(request.headers['x-wait-ms'] ?? 0);
    const say = () => (stream ? sayPieces(response) : sayWhole(response));
    if (wait > 0) setTimeout(say, wait);
    else say();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address && typeof address === 'object') console.log(address.port);
});
process.stdin.on('end', () => process.exit()).resume();

function sayWhole(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(whole);
}

/** Each chunk in its own turn of the event loop, as a model sends it. */
function sayPieces(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  let next = 0;
  const say = () => {
    const piece = pieces[next++];
    if (piece === undefined) response.end('data: [DONE]\n\n');
    else {
      response.write(piece);
      setImmediate(say);
    }
  };
  say();
}
