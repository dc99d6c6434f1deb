/** Bedrock: the body is text in the request and parsed in the response, in the vendor's own shape. */
import type { Exchange, Message, ToolCall, Written } from '../exchange.ts';
import { anthropicRequest, anthropicResponse } from './anthropic.ts';
import type { SampleFormat } from './format.ts';
import { describeTools } from './tools.ts';

const STOP = {
  stop: 'end_turn',
  tool: 'tool_use',
  length: 'max_tokens',
  blocked: 'guardrail_intervened',
  error: null,
};

function writeBedrock(exchange: Exchange): Written {
  const { model, id } = exchange;
  const claude = model.asked.includes('anthropic');
  const body = claude
    ? { anthropic_version: 'bedrock-2023-05-31', ...anthropicRequest(exchange) }
    : novaRequest(exchange);
  return {
    type: 'chat',
    request: {
      modelId: model.asked,
      contentType: 'application/json',
      accept: 'application/json',
      body: JSON.stringify(body),
    },
    response: {
      requestId: id,
      body: claude ? anthropicResponse(exchange, `msg_bdrk_${id}`) : novaResponse(exchange),
    },
  };
}

function novaRequest({ system, tools, messages }: Exchange): object {
  return {
    schemaVersion: 'messages-v1',
    system: [{ text: system }],
    messages: messages.map(messageOf),
    inferenceConfig: { maxTokens: 1024, temperature: 0.4 },
    ...(tools.length > 0
      ? {
          toolConfig: {
            tools: describeTools(tools).map(({ name, description, schema }) => ({
              toolSpec: { name, description, inputSchema: { json: schema } },
            })),
          },
        }
      : {}),
  };
}

function novaResponse({ answer, ending, tokens }: Exchange): object {
  const { text, call } = answer;
  const { input, cached, output } = tokens;
  return {
    output: {
      message: {
        role: 'assistant',
        content: [...(text ? [{ text }] : []), ...(call ? [toolUse(call)] : [])],
      },
    },
    stopReason: STOP[ending],
    usage: {
      inputTokens: input - cached,
      outputTokens: output,
      totalTokens: input + output,
      cacheReadInputTokenCount: cached,
      cacheWriteInputTokenCount: 0,
    },
  };
}

function messageOf(message: Message): object {
  if (message.role === 'tool') {
    const { call, result } = message;
    return { role: 'user', content: [{ toolResult: { toolUseId: call.id, content: [{ text: result }] } }] };
  }
  if (message.role === 'assistant') {
    return { role: 'assistant', content: [message.call ? toolUse(message.call) : { text: message.text }] };
  }
  const picture = { image: { format: 'jpeg', source: { bytes: 'AAAA' } } };
  return { role: 'user', content: [{ text: message.text }, ...(message.image ? [picture] : [])] };
}

function toolUse({ id, name, arguments: input }: ToolCall): object {
  return { toolUse: { toolUseId: id, name, input } };
}

export const bedrock: SampleFormat = {
  write: writeBedrock,
  errors: [
    { name: 'ThrottlingException', message: 'Too many requests, please wait before trying again.' },
    { name: 'ModelTimeoutException', message: 'The model did not answer in time.' },
  ],
  caches: true,
};
