/** The responses of each provider: complete, and as the events of a stream. */
import { awsFrame } from './aws-frames.ts';

export const ANSWER = 'The Elbe flows through Dresden.';
export const TOKENS = { input: 21, output: 9 };
export const TOOL = { name: 'find_river', arguments: { city: 'Dresden' } };

const ARGUMENTS = JSON.stringify(TOOL.arguments);
const WORDS = ANSWER.split(/(?<= )/);
const CREATED = 1_763_171_000;

export type Wanted = { model: string; tool: boolean; json: boolean };
export type Answer = { json: object; events: (string | Buffer)[]; type: string };

type Make = (wanted: Wanted) => Answer;

const SSE = 'text/event-stream';

const chat: Make = ({ model, tool, json }) => {
  const common = { id: 'chatcmpl-1', object: 'chat.completion', created: CREATED, model };
  const usage = {
    prompt_tokens: TOKENS.input,
    completion_tokens: TOKENS.output,
    total_tokens: TOKENS.input + TOKENS.output,
  };
  const call = { id: 'callabcd1', type: 'function', function: { name: TOOL.name, arguments: ARGUMENTS } };
  const content = json ? ARGUMENTS : ANSWER;
  // Version 1 of Mistral's client requires `prefix`.
  const message = {
    role: 'assistant',
    prefix: false,
    ...(tool ? { content: null, tool_calls: [call] } : { content }),
  };
  const finish_reason = tool ? 'tool_calls' : 'stop';
  const chunk = (delta: object, end: string | null, more: object = {}) =>
    data({
      ...{ ...common, object: 'chat.completion.chunk' },
      choices: [{ index: 0, delta, finish_reason: end }],
      ...more,
    });
  const first = { ...call, index: 0, function: { name: TOOL.name, arguments: ARGUMENTS.slice(0, 6) } };
  const pieces = tool
    ? [{ tool_calls: [first] }, { tool_calls: [{ index: 0, function: { arguments: ARGUMENTS.slice(6) } }] }]
    : WORDS.map((word) => ({ content: word }));
  return {
    json: { ...common, choices: [{ index: 0, message, finish_reason }], usage },
    events: [
      chunk({ role: 'assistant', content: '' }, null),
      ...pieces.map((piece) => chunk(piece, null)),
      chunk({}, finish_reason, { usage }),
      'data: [DONE]\n\n',
    ],
    type: SSE,
  };
};

const completion: Make = ({ model }) => {
  const common = { id: 'cmpl-1', object: 'text_completion', created: CREATED, model };
  const usage = {
    prompt_tokens: TOKENS.input,
    completion_tokens: TOKENS.output,
    total_tokens: TOKENS.input + TOKENS.output,
  };
  return {
    json: { ...common, choices: [{ index: 0, text: ANSWER, finish_reason: 'stop' }], usage },
    events: [
      ...WORDS.map((text) => data({ ...common, choices: [{ index: 0, text, finish_reason: null }] })),
      data({ ...common, choices: [{ index: 0, text: '', finish_reason: 'stop' }], usage }),
      'data: [DONE]\n\n',
    ],
    type: SSE,
  };
};

const responses: Make = ({ model, tool }) => {
  const call = {
    ...{ type: 'function_call', id: 'fc_1', call_id: 'call_1', status: 'completed' },
    ...{ name: TOOL.name, arguments: ARGUMENTS },
  };
  const part = { type: 'output_text', text: ANSWER, annotations: [] };
  const message = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [part] };
  const item = tool ? call : message;
  const usage = {
    input_tokens: TOKENS.input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: TOKENS.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: TOKENS.input + TOKENS.output,
  };
  const begun = { id: 'resp_1', object: 'response', created_at: CREATED, model, store: false, tools: [] };
  const done = { ...begun, status: 'completed', output: [item], usage };
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
  const said = tool
    ? [
        {
          type: 'response.function_call_arguments.done',
          item_id: 'fc_1',
          output_index: 0,
          arguments: ARGUMENTS,
        },
      ]
    : [
        { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
        ...WORDS.map((delta) => ({ type: 'response.output_text.delta', ...place, delta, logprobs: [] })),
        { type: 'response.output_text.done', ...place, text: ANSWER, logprobs: [] },
        { type: 'response.content_part.done', ...place, part },
      ];
  const emptied = tool ? { ...call, arguments: '', status: 'in_progress' } : { ...message, content: [] };
  const events = [
    { type: 'response.created', response: { ...begun, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: emptied },
    ...said,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: done },
  ].map((event, sequence_number) => named({ ...event, sequence_number }));
  return { json: done, events, type: SSE };
};

const messages: Make = ({ model, tool }) => {
  const block = tool
    ? { type: 'tool_use', id: 'toolu_1', name: TOOL.name, input: TOOL.arguments }
    : { type: 'text', text: ANSWER };
  const stop = { stop_reason: tool ? 'tool_use' : 'end_turn', stop_sequence: null };
  const common = { id: 'msg_1', type: 'message', role: 'assistant', model };
  const usage = { input_tokens: TOKENS.input, output_tokens: TOKENS.output };
  const begun = {
    ...common,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...usage, output_tokens: 1 },
  };
  const deltas = tool
    ? [{ type: 'input_json_delta', partial_json: ARGUMENTS }]
    : WORDS.map((text) => ({ type: 'text_delta', text }));
  const events = [
    { type: 'message_start', message: begun },
    {
      type: 'content_block_start',
      index: 0,
      content_block: tool ? { ...block, input: {} } : { ...block, text: '' },
    },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: stop, usage: { output_tokens: TOKENS.output } },
    { type: 'message_stop' },
  ].map(named);
  return { json: { ...common, content: [block], ...stop, usage }, events, type: SSE };
};

const gemini: Make = ({ model, tool }) => {
  const piece = (parts: object[], last: boolean) => ({
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(last && { finishReason: 'STOP' }) }],
    usageMetadata: {
      promptTokenCount: TOKENS.input,
      candidatesTokenCount: TOKENS.output,
      totalTokenCount: TOKENS.input + TOKENS.output,
    },
    modelVersion: model,
    responseId: 'gem-1',
  });
  const call = [{ functionCall: { name: TOOL.name, args: TOOL.arguments } }];
  const events = tool
    ? [data(piece(call, true))]
    : WORDS.map((text, at) => data(piece([{ text }], at === WORDS.length - 1)));
  return { json: piece(tool ? call : [{ text: ANSWER }], true), events, type: SSE };
};

const cohere: Make = ({ tool }) => {
  const call = { id: 'call_1', type: 'function', function: { name: TOOL.name, arguments: ARGUMENTS } };
  const usage = {
    billed_units: { input_tokens: TOKENS.input, output_tokens: TOKENS.output },
    tokens: { input_tokens: TOKENS.input, output_tokens: TOKENS.output },
  };
  const finish_reason = tool ? 'TOOL_CALL' : 'COMPLETE';
  const said = tool ? { tool_calls: [call] } : { content: [{ type: 'text', text: ANSWER }] };
  const message = (content: object) => ({ delta: { message: content } });
  const pieces = tool
    ? [
        {
          type: 'tool-call-start',
          index: 0,
          ...message({ tool_calls: { ...call, function: { ...call.function, arguments: '' } } }),
        },
        {
          type: 'tool-call-delta',
          index: 0,
          ...message({ tool_calls: { function: { arguments: ARGUMENTS } } }),
        },
        { type: 'tool-call-end', index: 0 },
      ]
    : [
        { type: 'content-start', index: 0, ...message({ content: { type: 'text', text: '' } }) },
        ...WORDS.map((text) => ({ type: 'content-delta', index: 0, ...message({ content: { text } }) })),
        { type: 'content-end', index: 0 },
      ];
  const events = [
    {
      type: 'message-start',
      id: 'coh-1',
      ...message({ role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] }),
    },
    ...pieces,
    { type: 'message-end', id: 'coh-1', delta: { finish_reason, usage } },
  ].map(named);
  return {
    json: { id: 'coh-1', finish_reason, message: { role: 'assistant', ...said }, usage },
    events,
    type: SSE,
  };
};

const AWS = 'application/vnd.amazon.eventstream';

const ollama: Make = ({ model }) => {
  const common = { model, created_at: '2025-11-12T10:00:00.000Z' };
  const end = {
    done: true,
    done_reason: 'stop',
    total_duration: 912_000_000,
    prompt_eval_count: TOKENS.input,
    eval_count: TOKENS.output,
  };
  const line = (content: string, more: object) =>
    `${JSON.stringify({ ...common, message: { role: 'assistant', content }, ...more })}\n`;
  return {
    json: { ...common, message: { role: 'assistant', content: ANSWER }, ...end },
    events: [...WORDS.map((word) => line(word, { done: false })), line('', end)],
    type: 'application/x-ndjson',
  };
};

const converse: Make = ({ tool }) => {
  const block = tool
    ? { toolUse: { toolUseId: 'tool_1', name: TOOL.name, input: TOOL.arguments } }
    : { text: ANSWER };
  const usage = {
    inputTokens: TOKENS.input,
    outputTokens: TOKENS.output,
    totalTokens: TOKENS.input + TOKENS.output,
  };
  const stopReason = tool ? 'tool_use' : 'end_turn';
  const pieces = tool
    ? [awsFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { toolUse: { input: ARGUMENTS } } })]
    : WORDS.map((text) => awsFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text } }));
  const start = { toolUse: { toolUseId: 'tool_1', name: TOOL.name } };
  return {
    json: {
      output: { message: { role: 'assistant', content: [block] } },
      stopReason,
      usage,
      metrics: { latencyMs: 12 },
    },
    events: [
      awsFrame('messageStart', { role: 'assistant' }),
      ...(tool ? [awsFrame('contentBlockStart', { contentBlockIndex: 0, start })] : []),
      ...pieces,
      awsFrame('contentBlockStop', { contentBlockIndex: 0 }),
      awsFrame('messageStop', { stopReason }),
      awsFrame('metadata', { usage, metrics: { latencyMs: 12 } }),
    ],
    type: AWS,
  };
};

/** Claude's own JSON, inside Bedrock's. */
const invoke: Make = (wanted) => {
  const { json, events } = messages({ ...wanted, model: 'claude-3-5-sonnet-20240620' });
  const inner = events.map((event) =>
    Buffer.from(/^data: (.*)$/m.exec(String(event))?.[1] ?? '').toString('base64'),
  );
  return { json, events: inner.map((bytes) => awsFrame('chunk', { bytes })), type: AWS };
};

/** Base64, the default encoding of OpenAI's client: three single-precision floats. */
const VECTOR = 'AACAPgAAAL8AAAAA';

const embeddings: Make = ({ model }) => ({
  json: {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: VECTOR }],
    model,
    usage: { prompt_tokens: TOKENS.input, total_tokens: TOKENS.input },
  },
  events: [],
  type: SSE,
});

const titan: Make = () => ({
  json: { embedding: [0.25, -0.5, 0], inputTextTokenCount: TOKENS.input },
  events: [],
  type: SSE,
});

const rerank: Make = () => ({
  json: {
    id: 'r-1',
    results: [{ index: 1, relevance_score: 0.9 }],
    meta: { billed_units: { search_units: 1 } },
  },
  events: [],
  type: SSE,
});

/** By request path. */
export const APIS: readonly [path: RegExp, make: Make][] = [
  [/\/embeddings$/, embeddings],
  [/\/rerank$/, rerank],
  [/titan-embed.*\/invoke$/, titan],
  [/\/chat\/completions$/, chat],
  [/\/completions$/, completion],
  [/\/responses$/, responses],
  [/\/v1\/messages$/, messages],
  [/:(?:stream)?generateContent$/i, gemini],
  [/\/v2\/chat$/, cohere],
  [/\/api\/chat$/, ollama],
  [/\/converse(?:-stream)?$/, converse],
  [/\/invoke(?:-with-response-stream)?$/, invoke],
];

function data(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

function named(event: { type: string; [member: string]: unknown }): string {
  return `event: ${event.type}\n${data(event)}`;
}
