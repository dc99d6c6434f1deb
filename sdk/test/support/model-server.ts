/**
 * Stands in for every provider. The request's text controls the response: with tools, it is a tool call;
 * `fail 500` fails with that status, `fail 429 once` only the first time; `slowly` delays the response and
 * each event.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, APIS } from './answers.ts';

const SLOW_MS = 300;
const HAS_RESULT = /"role":\s*"tool"|tool_result|toolResult|functionResponse|function_call_output/;

export function modelServer(): Server {
  const failed = new Set<string>();
  return createServer(async (request, response) => {
    const text = await textOf(request);
    const { pathname, search } = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'GET') return listModels(search, response);
    const [, code, once] = /fail (\d+)( once)?/.exec(text) ?? [];
    if (code !== undefined && !(once && failed.has(text))) {
      failed.add(text);
      return fail(Number(code), response);
    }
    const answer = answerTo(pathname, text);
    const slowly = text.includes('slowly');
    if (slowly) await sleep(SLOW_MS);
    if (answer === null) response.writeHead(404).end('{"error":{"message":"Nothing is here."}}');
    else if (isStreamed(pathname, text)) await stream(answer, slowly, response);
    else response.writeHead(200, headers('application/json')).end(JSON.stringify(answer.json));
  });
}

function answerTo(path: string, text: string): Answer | null {
  const make = APIS.find(([pattern]) => pattern.test(path))?.[1];
  if (!make) return null;
  const { model, tools, toolConfig, response_format } = JSON.parse(text);
  const named = /\/models?\/([^/:]+)/.exec(path)?.[1];
  const wanted = {
    model: model ?? named ?? 'unnamed',
    tool: Boolean(tools ?? toolConfig) && !HAS_RESULT.test(text),
    json: Boolean(response_format),
  };
  return make(wanted);
}

function isStreamed(path: string, text: string): boolean {
  return /stream/i.test(path) || /"stream":\s*true/.test(text);
}

async function stream({ events, type }: Answer, slowly: boolean, response: ServerResponse): Promise<void> {
  response.writeHead(200, headers(type));
  for (const event of events) {
    if (response.destroyed) return;
    response.write(event);
    await sleep(slowly ? SLOW_MS : 1);
  }
  response.end();
}

function fail(status: number, response: ServerResponse): void {
  const message = `It failed with ${status}.`;
  const more = { 'x-amzn-errortype': 'ThrottlingException', 'retry-after-ms': '5' };
  const body = {
    type: 'error',
    message,
    error: { type: 'made_up', code: 'made_up', message, status: 'MADE_UP' },
  };
  response.writeHead(status, { ...headers('application/json'), ...more }).end(JSON.stringify(body));
}

function headers(type: string): Record<string, string> {
  return {
    'Content-Type': type,
    'x-request-id': 'req_1',
    'request-id': 'req_1',
    'x-amzn-requestid': 'req_1',
  };
}

/** Two pages, in the style of OpenAI and Anthropic. */
function listModels(search: string, response: ServerResponse): void {
  const second = search.includes('after');
  const id = second ? 'model-2' : 'model-1';
  const page = {
    object: 'list',
    data: [{ id, type: 'model' }],
    has_more: !second,
    first_id: id,
    last_id: id,
  };
  response.writeHead(200, headers('application/json')).end(JSON.stringify(page));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
