/** OpenAI's Responses: items instead of messages, and only those that the previous response does not have. */
import type { Ending, Exchange, Message, ToolCall, Written } from '../exchange.ts';
import { describeTools } from './tools.ts';

const INCOMPLETE: Partial<Record<Ending, string>> = {
  length: 'max_output_tokens',
  blocked: 'content_filter',
};

export function writeResponses(exchange: Exchange): Written {
  const { model, system, tools, messages, id, at, previousId, ending, tokens } = exchange;
  const reason = INCOMPLETE[ending];
  const previous = { previous_response_id: previousId ? `resp_${previousId}` : null };
  return {
    type: 'response',
    request: {
      model: model.asked,
      instructions: system,
      input: (previousId ? newIn(messages) : messages).flatMap(itemsOf),
      ...(previousId ? previous : {}),
      ...(model.thinks ? { reasoning: { effort: 'medium', summary: 'auto' } } : {}),
      ...(tools.length > 0 ? { tools: functions(tools) } : {}),
    },
    response: {
      id: `resp_${id}`,
      object: 'response',
      created_at: Math.floor(at / 1000),
      status: reason ? 'incomplete' : 'completed',
      error: null,
      incomplete_details: reason ? { reason } : null,
      ...previous,
      model: model.answered,
      output: ending === 'blocked' ? [] : outputOf(exchange),
      usage: {
        input_tokens: tokens.input,
        input_tokens_details: { cached_tokens: tokens.cached },
        output_tokens: tokens.output,
        output_tokens_details: { reasoning_tokens: tokens.reasoning },
        total_tokens: tokens.input + tokens.output,
      },
    },
  };
}

/** Messages after the last answer. */
function newIn(messages: readonly Message[]): readonly Message[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
}

function itemsOf(message: Message): object[] {
  if (message.role === 'tool')
    return [{ type: 'function_call_output', call_id: message.call.id, output: message.result }];
  if (message.role === 'assistant')
    return message.call
      ? [functionCall(message.call)]
      : [{ role: 'assistant', content: [{ type: 'output_text', text: message.text }] }];
  const text = { type: 'input_text', text: message.text };
  const picture = message.image ? [{ type: 'input_image', image_url: message.image }] : [];
  return [{ role: 'user', content: [text, ...picture] }];
}

function outputOf({ answer: { text, thinking, call }, id, ending }: Exchange): object[] {
  const status = ending === 'length' ? 'incomplete' : 'completed';
  return [
    ...(thinking
      ? [{ id: `rs_${id}`, type: 'reasoning', summary: [{ type: 'summary_text', text: thinking }] }]
      : []),
    ...(call ? [{ id: `fc_${id}`, ...functionCall(call), status }] : []),
    ...(text
      ? [
          {
            id: `msg_${id}`,
            type: 'message',
            role: 'assistant',
            status,
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]
      : []),
  ];
}

function functionCall({ id, name, arguments: values }: ToolCall): object {
  return { type: 'function_call', call_id: id, name, arguments: JSON.stringify(values) };
}

function functions(names: readonly string[]): object[] {
  return describeTools(names).map(({ name, description, schema }) => ({
    type: 'function',
    name,
    description,
    parameters: schema,
    strict: false,
  }));
}
