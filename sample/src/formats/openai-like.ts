/** OpenAI, Mistral, Perplexity and others with OpenAI's dialect. */
import type { Exchange, Message, ToolCall, Written } from '../exchange.ts';
import type { SampleFormat } from './format.ts';
import { writeResponses } from './responses.ts';
import { describeTools } from './tools.ts';

const FINISH = { stop: 'stop', tool: 'tool_calls', length: 'length', blocked: 'content_filter', error: null };

function writeOpenai(exchange: Exchange): Written {
  const { model, tokens, id } = exchange;
  return {
    type: 'chat',
    request: {
      ...requestOf(exchange),
      ...(model.thinks ? { reasoning_effort: 'medium' } : { temperature: 0.4 }),
      ...(exchange.tools.length > 0 ? { tools: functions(exchange.tools), tool_choice: 'auto' } : {}),
    },
    response: {
      ...responseOf(exchange, `chatcmpl-${id}`),
      usage: {
        ...counts(exchange),
        prompt_tokens_details: { cached_tokens: tokens.cached, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: tokens.reasoning, audio_tokens: 0 },
      },
      system_fingerprint: `fp_${id.slice(0, 10)}`,
    },
  };
}

function writeMistral(exchange: Exchange): Written {
  const { answer, ending, tokens, id } = exchange;
  const response = responseOf(exchange, id);
  const { thinking } = answer;
  if (thinking && ending === 'stop') {
    response.choices[0].message.content = [
      { type: 'thinking', thinking: [{ type: 'text', text: thinking }] },
      { type: 'text', text: answer.text },
    ];
  }
  return {
    type: 'chat',
    request: {
      ...requestOf(exchange),
      temperature: 0.3,
      ...(exchange.tools.length > 0 ? { tools: functions(exchange.tools) } : {}),
    },
    response: {
      ...response,
      usage: { ...counts(exchange), prompt_tokens_details: { cached_tokens: tokens.cached } },
    },
  };
}

/** Perplexity searches on its own and takes no tools. */
function writePerplexity(exchange: Exchange): Written {
  const { id } = exchange;
  const citations = ['https://rivers.example.org/atlas', `https://kitchen.example.org/${id.slice(0, 4)}`];
  return {
    type: 'chat',
    request: { ...requestOf(exchange), web_search_options: { search_context_size: 'low' } },
    response: {
      ...responseOf(exchange, `${id.slice(0, 8)}-0000-4000-8000-${id.slice(8, 20)}`),
      citations,
      search_results: citations.map((url) => ({ title: new URL(url).hostname, url })),
      usage: { ...counts(exchange), search_context_size: 'low' },
    },
  };
}

function writeUniversal(exchange: Exchange): Written {
  return {
    type: 'chat',
    request: { ...requestOf(exchange), max_tokens: 2048 },
    response: { ...responseOf(exchange, exchange.id), usage: counts(exchange) },
  };
}

function requestOf({ model, system, messages }: Exchange) {
  return {
    model: model.asked,
    messages: [{ role: 'system', content: system }, ...messages.map(messageOf)],
  };
}

function messageOf(message: Message): object {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.call.id, content: message.result };
  if (message.role === 'assistant') {
    if (!message.call) return { role: 'assistant', content: message.text };
    return { role: 'assistant', content: null, tool_calls: [callOf(message.call)] };
  }
  if (!message.image) return { role: 'user', content: message.text };
  return {
    role: 'user',
    content: [
      { type: 'text', text: message.text },
      { type: 'image_url', image_url: { url: message.image } },
    ],
  };
}

function callOf({ id, name, arguments: values }: ToolCall) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(values) } };
}

type Content = string | null | object[];
type Choice = {
  index: number;
  message: { role: 'assistant'; content: Content; tool_calls?: object[] };
  finish_reason: string | null;
};

function responseOf({ model, answer, ending, at }: Exchange, id: string) {
  const { text, call } = answer;
  const choice: Choice = {
    index: 0,
    message: {
      role: 'assistant',
      content: call ? null : text,
      ...(call ? { tool_calls: [callOf(call)] } : {}),
    },
    finish_reason: FINISH[ending],
  };
  const choices: [Choice] = [choice];
  return { id, object: 'chat.completion', created: Math.floor(at / 1000), model: model.answered, choices };
}

function counts({ tokens: { input, output } }: Exchange) {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function functions(names: readonly string[]): object[] {
  return describeTools(names).map(({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema },
  }));
}

const errorOf = (message: string, type: string, code: string | number | null) => ({
  error: { message, type, param: null, code },
});

export const openai: SampleFormat = {
  write: (exchange) => (exchange.model.responses ? writeResponses : writeOpenai)(exchange),
  errors: [
    errorOf('Rate limit reached for requests. Please try again in 1.2s.', 'requests', 'rate_limit_exceeded'),
    errorOf('The server had an error while processing your request.', 'server_error', null),
    errorOf('This model is currently overloaded with other requests.', 'server_error', 'overloaded'),
  ],
  caches: true,
};

export const mistral: SampleFormat = {
  write: writeMistral,
  errors: [
    {
      object: 'error',
      message: 'Requests rate limit exceeded',
      type: 'rate_limited',
      param: null,
      code: '1300',
    },
    {
      object: 'error',
      message: 'Service unavailable.',
      type: 'internal_server_error',
      param: null,
      code: '1000',
    },
  ],
  caches: true,
};

export const perplexity: SampleFormat = {
  write: writePerplexity,
  errors: [errorOf('Too many requests.', 'rate_limit_exceeded', 429)],
  withoutTools: true,
};

export const universal: SampleFormat = {
  write: writeUniversal,
  errors: [errorOf('upstream timed out after 60 s', 'timeout', 504)],
  withoutTools: true,
};
