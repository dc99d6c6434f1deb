/** Anthropic's messages, directly and inside Bedrock. */
import type { Exchange, Message, ToolCall, Written } from '../exchange.ts';
import type { SampleFormat } from './format.ts';
import { describeTools } from './tools.ts';

const STOP = { stop: 'end_turn', tool: 'tool_use', length: 'max_tokens', blocked: 'refusal', error: null };

function writeAnthropic(exchange: Exchange): Written {
  const request = { model: exchange.model.asked, ...anthropicRequest(exchange) };
  return { type: 'chat', request, response: anthropicResponse(exchange, `msg_${exchange.id}`) };
}

export function anthropicRequest({ model, system, tools, messages }: Exchange): object {
  return {
    max_tokens: 4096,
    ...(model.thinks ? { thinking: { type: 'enabled', budget_tokens: 2048 } } : {}),
    system: [{ type: 'text', text: system, cache_control: { type: 'ephemeral' } }],
    ...(tools.length > 0
      ? {
          tools: describeTools(tools).map(({ name, description, schema }) => ({
            name,
            description,
            input_schema: schema,
          })),
        }
      : {}),
    messages: messages.map(messageOf),
  };
}

export function anthropicResponse({ model, answer, ending, tokens }: Exchange, id: string): object {
  const { input, cached, written, output } = tokens;
  return {
    id,
    type: 'message',
    role: 'assistant',
    model: model.answered,
    content: ending === 'blocked' ? [] : contentOf(answer),
    stop_reason: STOP[ending],
    stop_sequence: null,
    usage: {
      // Input tokens exclude cache reads and cache writes.
      input_tokens: input - cached - written,
      cache_read_input_tokens: cached,
      cache_creation_input_tokens: written,
      output_tokens: output,
    },
  };
}

function contentOf({ text, thinking, call }: Exchange['answer']): object[] {
  return [
    ...(thinking ? [{ type: 'thinking', thinking, signature: 'ZGVtbw==' }] : []),
    ...(text ? [{ type: 'text', text }] : []),
    ...(call ? [toolUse(call)] : []),
  ];
}

function messageOf(message: Message): object {
  if (message.role === 'tool') {
    const { call, result } = message;
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: result }] };
  }
  if (message.role === 'assistant') {
    return { role: 'assistant', content: message.call ? [toolUse(message.call)] : message.text };
  }
  if (!message.image) return { role: 'user', content: message.text };
  return {
    role: 'user',
    content: [
      { type: 'image', source: { type: 'url', url: message.image } },
      { type: 'text', text: message.text },
    ],
  };
}

function toolUse({ id, name, arguments: input }: ToolCall): object {
  return { type: 'tool_use', id, name, input };
}

const errorOf = (type: string, message: string) => ({ type: 'error', error: { type, message } });

export const anthropic: SampleFormat = {
  write: writeAnthropic,
  errors: [
    errorOf('overloaded_error', 'Overloaded'),
    errorOf('rate_limit_error', 'This request would exceed the rate limit of your organization.'),
    errorOf('api_error', 'Internal server error'),
  ],
  caches: true,
};
