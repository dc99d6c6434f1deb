/**
 * Stand-in for the APIs of OpenAI and Anthropic: answers a request that has tools but no tool result with a
 * tool call, and any other with text; streams if asked to.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';

const Asked = z.object({
  model: z.string(),
  stream: z.boolean().optional(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).optional(),
  messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
});
type Asked = z.infer<typeof Asked>;

export const STAND_IN = {
  question: 'Which river flows through Dresden?',
  tool: { id: 'call_1', name: 'find_river', arguments: { city: 'Dresden' } },
  result: 'Elbe',
  answer: 'The Elbe flows through Dresden.',
  /** Input and output tokens of the tool call and of the answer. */
  tokens: { call: [80, 17], answer: [110, 9] },
} as const;
const ARGUMENTS = JSON.stringify(STAND_IN.tool.arguments);

export function modelStandIn(): Server {
  return createServer(async (request, response) => {
    const asked = Asked.parse(JSON.parse(await textOf(request)));
    if (request.url === '/v1/chat/completions') answerOpenAi(asked, response);
    else if (request.url === '/v1/messages') answerAnthropic(asked, response);
    else response.writeHead(404).end('{}');
  });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function hasResult({ messages }: Asked): boolean {
  return messages.some(
    ({ role, content }) => role === 'tool' || JSON.stringify(content ?? '').includes('tool_result'),
  );
}

function answerOpenAi(asked: Asked, response: ServerResponse): void {
  const answers = hasResult(asked);
  const [input, output] = STAND_IN.tokens[answers ? 'answer' : 'call'];
  const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  const finish = answers ? 'stop' : 'tool_calls';
  const { id, name } = STAND_IN.tool;
  const call = { id, type: 'function', function: { name, arguments: ARGUMENTS } };
  const common = { id: 'chatcmpl-1', created: 1_763_171_000, model: `${asked.model}-2024-08-06` };
  if (!asked.stream) {
    const said = answers ? { content: STAND_IN.answer } : { content: null, tool_calls: [call] };
    const message = { role: 'assistant', refusal: null, ...said };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }];
    json(response, { ...common, object: 'chat.completion', choices, usage });
    return;
  }
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    ...common,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason }],
  });
  const pieces = answers
    ? STAND_IN.answer.split(/(?<= )/).map((content) => chunk({ content }))
    : [
        chunk({ tool_calls: [{ index: 0, ...call, function: { name, arguments: '' } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: ARGUMENTS.slice(0, 5) } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: ARGUMENTS.slice(5) } }] }),
      ];
  const events: unknown[] = [chunk({ role: 'assistant', content: '' }), ...pieces, chunk({}, finish)];
  if (asked.stream_options?.include_usage)
    events.push({ ...common, object: 'chat.completion.chunk', choices: [], usage });
  stream(response, [...events.map((event) => `data: ${JSON.stringify(event)}`), 'data: [DONE]']);
}

function answerAnthropic(asked: Asked, response: ServerResponse): void {
  const answers = hasResult(asked);
  const [input, output] = STAND_IN.tokens[answers ? 'answer' : 'call'];
  const { id, name, arguments: given } = STAND_IN.tool;
  const stop_reason = answers ? 'end_turn' : 'tool_use';
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: asked.model,
    stop_sequence: null,
  };
  if (!asked.stream) {
    const content = answers
      ? { type: 'text', text: STAND_IN.answer }
      : { type: 'tool_use', id, name, input: given };
    const usage = { input_tokens: input, output_tokens: output };
    json(response, { ...message, content: [content], stop_reason, usage });
    return;
  }
  const block = answers ? { type: 'text', text: '' } : { type: 'tool_use', id, name, input: {} };
  const deltas = answers
    ? STAND_IN.answer.split(/(?<= )/).map((text) => ({ type: 'text_delta', text }))
    : [{ type: 'input_json_delta', partial_json: ARGUMENTS }];
  const begun = {
    ...message,
    content: [],
    stop_reason: null,
    usage: { input_tokens: input, output_tokens: 1 },
  };
  const events = [
    { type: 'message_start', message: begun },
    { type: 'content_block_start', index: 0, content_block: block },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: output } },
    { type: 'message_stop' },
  ];
  stream(
    response,
    events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}`),
  );
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function stream(response: ServerResponse, events: readonly string[]): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const event of events) response.write(`${event}\n\n`);
  response.end();
}
