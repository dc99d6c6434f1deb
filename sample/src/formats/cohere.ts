/** Cohere's API v2: messages in, one message out, and two sets of token counts. */
import type { Exchange, Message, ToolCall, Written } from '../exchange.ts';
import type { SampleFormat } from './format.ts';
import { describeTools } from './tools.ts';

const FINISH = {
  stop: 'COMPLETE',
  tool: 'TOOL_CALL',
  length: 'MAX_TOKENS',
  blocked: 'ERROR_TOXIC',
  error: 'ERROR',
};

function writeCohere({ model, system, tools, messages, answer, ending, tokens, id }: Exchange): Written {
  const { text, call } = answer;
  const { input, output } = tokens;
  return {
    type: 'chat',
    request: {
      model: model.asked,
      messages: [{ role: 'system', content: system }, ...messages.map(messageOf)],
      ...(tools.length > 0
        ? {
            tools: describeTools(tools).map(({ name, description, schema }) => ({
              type: 'function',
              function: { name, description, parameters: schema },
            })),
          }
        : {}),
      temperature: 0.3,
    },
    response: {
      id,
      message: call
        ? { role: 'assistant', tool_plan: `I will use ${call.name}.`, tool_calls: [callOf(call)] }
        : { role: 'assistant', content: text ? [{ type: 'text', text }] : [] },
      finish_reason: FINISH[ending],
      usage: {
        // Billed tokens exclude Cohere's prompt template.
        billed_units: { input_tokens: Math.round(input * 0.4), output_tokens: output },
        tokens: { input_tokens: input, output_tokens: output },
      },
    },
  };
}

function messageOf(message: Message): object {
  if (message.role === 'tool')
    return { role: 'tool', tool_call_id: message.call.id, content: message.result };
  if (message.role === 'assistant') {
    return message.call
      ? { role: 'assistant', tool_calls: [callOf(message.call)] }
      : { role: 'assistant', content: message.text };
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

function callOf({ id, name, arguments: values }: ToolCall): object {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(values) } };
}

export const cohere: SampleFormat = {
  write: writeCohere,
  errors: [{ message: 'You are past the per-minute request limit.' }, { message: 'Internal server error.' }],
};
