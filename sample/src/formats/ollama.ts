/** Ollama's native chat: images in a separate field, tool arguments as objects, durations in nanoseconds. */
import type { Exchange, Message, ToolCall, Written } from '../exchange.ts';
import type { SampleFormat } from './format.ts';
import { describeTools } from './tools.ts';

const MS = 1_000_000;
/** A one-pixel image in base64. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function writeOllama({ model, system, tools, messages, answer, ending, tokens, at }: Exchange): Written {
  const { text, call, thinking } = answer;
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
      stream: false,
    },
    response: {
      model: model.answered,
      created_at: new Date(at).toISOString(),
      message: {
        role: 'assistant',
        content: text,
        ...(thinking ? { thinking } : {}),
        ...(call ? { tool_calls: [callOf(call)] } : {}),
      },
      done: true,
      done_reason: ending === 'length' ? 'length' : 'stop',
      load_duration: 20 * MS,
      prompt_eval_count: tokens.input,
      eval_count: tokens.output,
      eval_duration: Math.round((tokens.output / model.speed) * 1000) * MS,
    },
  };
}

function messageOf(message: Message): object {
  if (message.role === 'tool') return { role: 'tool', tool_name: message.call.name, content: message.result };
  if (message.role === 'assistant') {
    const calls = message.call ? { tool_calls: [callOf(message.call)] } : {};
    return { role: 'assistant', content: message.text, ...calls };
  }
  return { role: 'user', content: message.text, ...(message.image ? { images: [PICTURE] } : {}) };
}

function callOf({ name, arguments: values }: ToolCall): object {
  return { function: { name, arguments: values } };
}

export const ollama: SampleFormat = {
  write: writeOllama,
  errors: [
    { error: "model 'harbour-coder-14b' not found" },
    { error: 'llama runner process has terminated' },
  ],
};
