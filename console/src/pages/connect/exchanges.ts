/** One small exchange of every upstream, as its API takes and gives it, and the call it stands for. */
import type { Format } from '@parley/contract';
import { FORMAT_NAMES } from '../../lib/upstream-names.ts';

export type SampleExchange = {
  label: string;
  type: 'chat';
  request: Record<string, unknown>;
  response: Record<string, unknown>;
  /** How an application gets the response, in its own words. */
  node: string;
  python: string;
};

const QUESTION = 'Name a river in Europe.';
const ANSWER = 'The Danube.';
const messages = [{ role: 'user', content: QUESTION }];
const choices = [{ index: 0, message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop' }];
const usage = { prompt_tokens: 12, completion_tokens: 4, total_tokens: 16 };

export const EXCHANGES: Record<Format, SampleExchange> = {
  openai: {
    label: FORMAT_NAMES.openai,
    type: 'chat',
    request: { model: 'gpt-4o', messages },
    response: { id: 'chatcmpl-first', object: 'chat.completion', model: 'gpt-4o-2024-08-06', choices, usage },
    node: 'await openai.chat.completions.create(request)',
    python: 'client.chat.completions.create(**request).model_dump()',
  },
  anthropic: {
    label: FORMAT_NAMES.anthropic,
    type: 'chat',
    request: { model: 'claude-sonnet-4-5', max_tokens: 100, messages },
    response: {
      id: 'msg_first',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [{ type: 'text', text: ANSWER }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 12, output_tokens: 4 },
    },
    node: 'await anthropic.messages.create(request)',
    python: 'client.messages.create(**request).model_dump()',
  },
  gemini: {
    label: FORMAT_NAMES.gemini,
    type: 'chat',
    request: {
      model: 'gemini-2.5-flash',
      contents: [{ role: 'user', parts: [{ text: QUESTION }] }],
    },
    response: {
      candidates: [{ index: 0, content: { role: 'model', parts: [{ text: ANSWER }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 12, candidatesTokenCount: 4, totalTokenCount: 16 },
      modelVersion: 'gemini-2.5-flash',
      responseId: 'first',
    },
    node: 'await ai.models.generateContent(request)',
    python: 'client.models.generate_content(**request).to_json_dict()',
  },
  bedrock: {
    label: FORMAT_NAMES.bedrock,
    type: 'chat',
    request: {
      modelId: 'anthropic.claude-3-5-sonnet-20240620-v1:0',
      contentType: 'application/json',
      accept: 'application/json',
      body: JSON.stringify({ anthropic_version: 'bedrock-2023-05-31', max_tokens: 100, messages }),
    },
    response: {
      body: {
        id: 'msg_bdrk_first',
        type: 'message',
        role: 'assistant',
        model: 'claude-3-5-sonnet-20240620',
        content: [{ type: 'text', text: ANSWER }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 12, output_tokens: 4 },
      },
    },
    node: 'await bedrock.send(new InvokeModelCommand(request)), with its body parsed',
    python: 'client.invoke_model(**request), with its body parsed',
  },
  cohere: {
    label: FORMAT_NAMES.cohere,
    type: 'chat',
    request: { model: 'command-a-03-2025', messages },
    response: {
      id: 'first',
      message: { role: 'assistant', content: [{ type: 'text', text: ANSWER }] },
      finish_reason: 'COMPLETE',
      usage: {
        billed_units: { input_tokens: 6, output_tokens: 4 },
        tokens: { input_tokens: 12, output_tokens: 4 },
      },
    },
    node: 'await cohere.chat(request)',
    python: 'client.chat(**request).model_dump()',
  },
  mistral: {
    label: FORMAT_NAMES.mistral,
    type: 'chat',
    request: { model: 'mistral-large-latest', messages },
    response: { id: 'first', object: 'chat.completion', model: 'mistral-large-2411', choices, usage },
    node: 'await (await fetch(MISTRAL_URL, …)).json()',
    python: 'client.chat.complete(**request).model_dump()',
  },
  perplexity: {
    label: FORMAT_NAMES.perplexity,
    type: 'chat',
    request: { model: 'sonar', messages },
    response: {
      id: 'first',
      model: 'sonar',
      citations: ['https://example.com/rivers'],
      choices,
      usage,
    },
    node: 'await perplexity.chat.completions.create(request)',
    python: 'client.chat.completions.create(**request).model_dump()',
  },
  universal: {
    label: 'Another provider',
    type: 'chat',
    request: { model: 'my-model', messages },
    response: { id: 'first', model: 'my-model', choices, usage },
    node: "your provider's answer, as JSON",
    python: "your provider's answer, as a dictionary",
  },
};
