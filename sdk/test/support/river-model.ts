/** Stands in for a model behind OpenAI's API, with fixed answers about rivers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export const RIVER = { question: 'Name a river in Europe.', answer: 'The Danube, which is long.' } as const;
/** The only chunk of the model `endless`, whose stream then stays open until the client disconnects. */
export const BEGINNING = 'The ';

const COMMON = { id: 'chatcmpl-river', created: 1_763_171_000, model: 'river-1' };
const USAGE = { prompt_tokens: 12, completion_tokens: 8, total_tokens: 20 };

export function riverModel(): Server {
  return createServer(async (request, response) => {
    const { model, stream } = JSON.parse(await textOf(request));
    if (!stream) answer(response);
    else if (model === 'endless') begin(response, [BEGINNING]);
    else streamAnswer(response);
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function answer(response: ServerResponse): void {
  const message = { role: 'assistant', content: RIVER.answer };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  response.writeHead(200, { 'Content-Type': 'application/json', 'X-Request-Id': 'river' });
  response.end(JSON.stringify({ ...COMMON, object: 'chat.completion', choices, usage: USAGE }));
}

function streamAnswer(response: ServerResponse): void {
  begin(response, RIVER.answer.split(/(?<= )/));
  response.write(event([{ index: 0, delta: {}, finish_reason: 'stop' }]));
  response.write(event([], USAGE));
  response.end('data: [DONE]\n\n');
}

function begin(response: ServerResponse, words: readonly string[]): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Request-Id': 'river' });
  for (const content of words) response.write(event([{ index: 0, delta: { content } }]));
}

function event(choices: readonly object[], usage?: object): string {
  return `data: ${JSON.stringify({ ...COMMON, object: 'chat.completion.chunk', choices, usage })}\n\n`;
}
