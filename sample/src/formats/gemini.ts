/** Gemini: thoughts are counted separately from the answer, and a blocked prompt has no candidates. */
import type { Exchange, Message, ToolCall, Written } from '../exchange.ts';
import type { SampleFormat } from './format.ts';
import { describeTools } from './tools.ts';

const FINISH = { stop: 'STOP', tool: 'STOP', length: 'MAX_TOKENS' };

function writeGemini(exchange: Exchange): Written {
  const { model, system, tools, messages } = exchange;
  return {
    type: messages.length > 1 ? 'chat' : 'generate',
    request: {
      model: model.asked,
      systemInstruction: { parts: [{ text: system }] },
      contents: messages.map(contentOf),
      ...(tools.length > 0
        ? {
            tools: [
              {
                functionDeclarations: describeTools(tools).map(({ name, description, schema }) => ({
                  name,
                  description,
                  parameters: schema,
                })),
              },
            ],
          }
        : {}),
      generationConfig: { temperature: 0.4, maxOutputTokens: 2048 },
    },
    response: responseOf(exchange),
  };
}

function responseOf({ model, answer, ending, tokens, id }: Exchange): object {
  const { input, cached, output, reasoning } = tokens;
  const named = { modelVersion: model.answered, responseId: id };
  if (ending === 'blocked' || ending === 'error') {
    return {
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
      usageMetadata: { promptTokenCount: input, totalTokenCount: input },
      ...named,
    };
  }
  const parts = [
    ...(answer.thinking ? [{ text: answer.thinking, thought: true }] : []),
    ...(answer.call ? [functionCall(answer.call)] : [{ text: answer.text }]),
  ];
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: FINISH[ending], index: 0 }],
    usageMetadata: {
      promptTokenCount: input,
      cachedContentTokenCount: cached,
      candidatesTokenCount: output - reasoning,
      thoughtsTokenCount: reasoning,
      totalTokenCount: input + output,
    },
    ...named,
  };
}

function contentOf(message: Message): object {
  if (message.role === 'tool') {
    const { call, result } = message;
    return {
      role: 'user',
      parts: [{ functionResponse: { id: call.id, name: call.name, response: { result } } }],
    };
  }
  if (message.role === 'assistant') {
    return { role: 'model', parts: [message.call ? functionCall(message.call) : { text: message.text }] };
  }
  const picture = message.image ? [{ fileData: { mimeType: 'image/jpeg', fileUri: message.image } }] : [];
  return { role: 'user', parts: [...picture, { text: message.text }] };
}

function functionCall({ id, name, arguments: args }: ToolCall): object {
  return { functionCall: { id, name, args } };
}

const errorOf = (code: number, status: string, message: string) => ({ error: { code, status, message } });

export const gemini: SampleFormat = {
  write: writeGemini,
  errors: [
    errorOf(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    errorOf(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.'),
  ],
  caches: true,
};
