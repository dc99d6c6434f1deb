import type { ToolCall } from '@parley/contract';
import { at, type Facts, firstAt, items, meaningOf, numberAt, plus, stringAt, UNKNOWN } from './oracle.ts';

/** Plain reading of an exchange, one function per shape. */
export function factsOf(format: string, request: unknown, response: unknown): Facts {
  const facts = { ...UNKNOWN, ...read(format, request, response) };
  facts.finishReason = meaningOf(facts.finishReasonRaw);
  facts.total ??= facts.input !== null && facts.output !== null ? facts.input + facts.output : null;
  facts.model ??= stringAt(request, 'model', 'modelId');
  return facts;
}

function read(format: string, request: unknown, response: unknown): Partial<Facts> {
  if (format === 'bedrock' && at(request, 'body') === undefined) return converse(request, response);
  if (format === 'bedrock') return bedrock(request, response);
  if (format === 'openai' && at(request, 'input') !== undefined) return responses(response);
  if (format === 'gemini') return gemini(response);
  if (format === 'cohere') return cohere(response);
  if (format === 'anthropic') return anthropic(response);
  if (format === 'ollama') return ollama(response);
  return openai(response, format === 'perplexity' || format === 'universal');
}

function openai(response: unknown, thinksInline = false): Partial<Facts> {
  if (at(response, 'choices') === undefined)
    return { isError: true, upstreamId: stringAt(response, 'id', 'request_id') };
  const message = at(response, 'choices.0.message');
  const content = at(message, 'content') ?? at(response, 'choices.0.text');
  const texts = items(content).filter((part) => at(part, 'type') === 'text');
  const calls = items(at(message, 'tool_calls')).map((call) =>
    called(
      at(call, 'id'),
      firstAt(call, 'function.name', 'custom.name'),
      firstAt(call, 'function.arguments', 'custom.input') ?? '',
    ),
  );
  const legacy = at(message, 'function_call');
  if (legacy)
    calls.push({ id: null, name: String(at(legacy, 'name')), arguments: String(at(legacy, 'arguments')) });
  const said = typeof content === 'string' ? content : texts.map((part) => at(part, 'text')).join('');
  return {
    model: stringAt(response, 'model'),
    finishReasonRaw: stringAt(
      response,
      'choices.0.finish_reason',
      'choices.0.finish_details.type',
      'choices.0.stop_reason',
    ),
    input: numberAt(response, 'usage.prompt_tokens'),
    output: numberAt(response, 'usage.completion_tokens'),
    total: numberAt(response, 'usage.total_tokens'),
    cachedInput: numberAt(
      response,
      'usage.prompt_tokens_details.cached_tokens',
      'usage.num_cached_tokens',
      'usage.prompt_token_details.cached_tokens',
      'usage.prompt_cache_hit_tokens',
    ),
    cacheWrite: numberAt(response, 'usage.prompt_tokens_details.cache_write_tokens'),
    reasoning: numberAt(response, 'usage.completion_tokens_details.reasoning_tokens'),
    text: thinksInline ? said.replace(/^\s*<think>[\s\S]*?<\/think>\s*/, '') : said,
    toolCalls: calls,
    upstreamId: stringAt(response, 'id'),
  };
}

/** Leaves out calls that the upstream answers itself. */
function responses(response: unknown): Partial<Facts> {
  const output = items(at(response, 'output'));
  const calls = output.filter(
    (item) =>
      /^(function|custom_tool|computer|local_shell|shell|apply_patch|tool_search)_call$/.test(
        String(at(item, 'type')),
      ) && at(item, 'execution') !== 'server',
  );
  const said = output
    .flatMap((item) => items(at(item, 'content')))
    .filter((part) => at(part, 'type') === 'output_text');
  return {
    isError: stringAt(response, 'error.message') !== null,
    model: stringAt(response, 'model'),
    finishReasonRaw: stringAt(response, 'incomplete_details.reason', 'status'),
    input: numberAt(response, 'usage.input_tokens'),
    output: numberAt(response, 'usage.output_tokens'),
    total: numberAt(response, 'usage.total_tokens'),
    cachedInput: numberAt(response, 'usage.input_tokens_details.cached_tokens'),
    cacheWrite: numberAt(response, 'usage.input_tokens_details.cache_write_tokens'),
    reasoning: numberAt(response, 'usage.output_tokens_details.reasoning_tokens'),
    text: said.map((part) => at(part, 'text')).join(''),
    toolCalls: calls.map((call) =>
      called(
        at(call, 'call_id'),
        at(call, 'name') ?? String(at(call, 'type')).replace(/_call$/, ''),
        firstAt(call, 'arguments', 'input', 'actions', 'action', 'operation'),
      ),
    ),
    upstreamId: stringAt(response, 'id'),
  };
}

function converse(request: unknown, response: unknown): Partial<Facts> {
  const model = stringAt(request, 'modelId');
  const blocks = items(at(response, 'output.message.content'));
  const used = blocks.map((block) => at(block, 'toolUse')).filter((use) => use !== undefined);
  const cachedInput = numberAt(response, 'usage.cacheReadInputTokens');
  const cacheWrite = numberAt(response, 'usage.cacheWriteInputTokens');
  return {
    isError: at(response, 'output') === undefined || at(response, 'error') !== undefined,
    model,
    finishReasonRaw: stringAt(response, 'stopReason'),
    input: plus(numberAt(response, 'usage.inputTokens'), cachedInput, cacheWrite),
    output: numberAt(response, 'usage.outputTokens'),
    total: numberAt(response, 'usage.totalTokens'),
    cachedInput,
    cacheWrite,
    text: blocks.map((block) => at(block, 'text') ?? '').join(''),
    toolCalls: used.map((use) => called(at(use, 'toolUseId'), at(use, 'name'), at(use, 'input'))),
    upstreamId: stringAt(response, '$metadata.requestId'),
  };
}

function ollama(response: unknown): Partial<Facts> {
  if (at(response, 'error') !== undefined) return { isError: true };
  return {
    model: stringAt(response, 'model'),
    finishReasonRaw: stringAt(response, 'done_reason'),
    input: numberAt(response, 'prompt_eval_count'),
    output: numberAt(response, 'eval_count'),
    text: stringAt(response, 'message.content', 'response') ?? '',
    toolCalls: items(at(response, 'message.tool_calls')).map((call) =>
      called(at(call, 'id'), at(call, 'function.name'), at(call, 'function.arguments')),
    ),
  };
}

function anthropic(response: unknown): Partial<Facts> {
  if (at(response, 'type') === 'error')
    return { isError: true, upstreamId: stringAt(response, 'request_id') };
  const blocks = items(at(response, 'content'));
  const said = blocks.filter((block) => at(block, 'type') === 'text').map((block) => at(block, 'text'));
  const cachedInput = numberAt(response, 'usage.cache_read_input_tokens');
  const cacheWrite = numberAt(response, 'usage.cache_creation_input_tokens');
  return {
    model: stringAt(response, 'model'),
    finishReasonRaw: stringAt(response, 'stop_reason'),
    input: plus(numberAt(response, 'usage.input_tokens'), cachedInput, cacheWrite),
    output: numberAt(response, 'usage.output_tokens'),
    cachedInput,
    cacheWrite,
    reasoning: numberAt(response, 'usage.output_tokens_details.thinking_tokens'),
    text: stringAt(response, 'completion') ?? said.join(''),
    toolCalls: blocks
      .filter((block) => at(block, 'type') === 'tool_use')
      .map((block) => called(at(block, 'id'), at(block, 'name'), at(block, 'input'))),
    upstreamId: stringAt(response, 'id'),
  };
}

function gemini(response: unknown): Partial<Facts> {
  if (at(response, 'error') !== undefined) return { isError: true };
  const parts = items(at(response, 'candidates.0.content.parts'));
  const said = parts.filter((part) => at(part, 'thought') !== true).map((part) => at(part, 'text') ?? '');
  const usage = at(response, 'usageMetadata');
  const input = plus(numberAt(usage, 'promptTokenCount'), numberAt(usage, 'toolUsePromptTokenCount'));
  const generated = plus(numberAt(usage, 'candidatesTokenCount'), numberAt(usage, 'thoughtsTokenCount'));
  return {
    model: stringAt(response, 'modelVersion'),
    finishReasonRaw: stringAt(response, 'candidates.0.finishReason', 'promptFeedback.blockReason'),
    input,
    // The upstream omits zeros: with input tokens and without output tokens, the output is zero.
    output: generated ?? (input === null ? null : 0),
    total: numberAt(usage, 'totalTokenCount'),
    cachedInput: numberAt(usage, 'cachedContentTokenCount'),
    reasoning: numberAt(usage, 'thoughtsTokenCount'),
    text: said.join(''),
    toolCalls: parts
      .map((part) => at(part, 'functionCall'))
      .filter((call) => call !== undefined)
      .map((call) => called(at(call, 'id'), at(call, 'name'), at(call, 'args') ?? {})),
    upstreamId: stringAt(response, 'responseId'),
  };
}

function cohere(response: unknown): Partial<Facts> {
  const answer = firstAt(response, 'text', 'message.role', 'generations', 'generation_id');
  if (answer === undefined) return { isError: true, upstreamId: stringAt(response, 'id') };
  const said = items(at(response, 'message.content')).filter((part) => at(part, 'type') === 'text');
  const tokens = ['usage.tokens', 'meta.tokens'];
  const billed = ['usage.billed_units', 'meta.billed_units'];
  const calls = items(firstAt(response, 'message.tool_calls', 'tool_calls'));
  return {
    finishReasonRaw: stringAt(response, 'finish_reason', 'generations.0.finish_reason'),
    input: numberAt(
      response,
      ...under(tokens, 'input_tokens'),
      'token_count.prompt_tokens',
      ...under(billed, 'input_tokens'),
    ),
    output: numberAt(
      response,
      ...under(tokens, 'output_tokens'),
      'token_count.response_tokens',
      ...under(billed, 'output_tokens'),
    ),
    total: numberAt(response, 'token_count.total_tokens'),
    cachedInput: numberAt(response, 'usage.cached_tokens', 'meta.cached_tokens'),
    reasoning: numberAt(response, ...under(tokens, 'reasoning_tokens')),
    text: stringAt(response, 'text', 'generations.0.text') ?? said.map((part) => at(part, 'text')).join(''),
    toolCalls: calls.map((call) =>
      called(
        at(call, 'id'),
        firstAt(call, 'function.name', 'name'),
        firstAt(call, 'function.arguments', 'parameters'),
      ),
    ),
    upstreamId: stringAt(response, 'id', 'response_id', 'generation_id'),
  };
}

function bedrock(request: unknown, response: unknown): Partial<Facts> {
  const body = at(response, 'body');
  const requestId = stringAt(response, 'requestId');
  const model = stringAt(request, 'modelId');
  if (typeof at(body, 'message') === 'string') return { model, isError: true, upstreamId: requestId };
  const found = family(body);
  return { ...found, model, upstreamId: found.upstreamId ?? requestId };
}

function family(body: unknown): Partial<Facts> {
  if (at(body, 'choices')) return openai(body);
  if (at(body, 'content') || at(body, 'completion')) return anthropic(body);
  if (at(body, 'generations') || at(body, 'response_id') || at(body, 'message')) return cohere(body);
  const blocks = items(at(body, 'output.message.content'));
  const used = blocks.map((block) => at(block, 'toolUse')).filter((use) => use !== undefined);
  const tokens = ['prompt.tokens', 'completions.0.data.tokens'].map((path) => at(body, path));
  return {
    finishReasonRaw: stringAt(
      body,
      'results.0.completionReason',
      'completions.0.finishReason.reason',
      'stop_reason',
      'outputs.0.stop_reason',
      'stopReason',
    ),
    input:
      numberAt(body, 'inputTextTokenCount', 'prompt_token_count', 'usage.inputTokens') ?? lengthOf(tokens[0]),
    output:
      numberAt(body, 'results.0.tokenCount', 'generation_token_count', 'usage.outputTokens') ??
      lengthOf(tokens[1]),
    total: numberAt(body, 'usage.totalTokens'),
    cachedInput: numberAt(body, 'usage.cacheReadInputTokenCount'),
    cacheWrite: numberAt(body, 'usage.cacheWriteInputTokenCount'),
    text:
      stringAt(body, 'results.0.outputText', 'completions.0.data.text', 'generation', 'outputs.0.text') ??
      blocks.map((block) => at(block, 'text') ?? '').join(''),
    toolCalls: used.map((use) => called(at(use, 'toolUseId'), at(use, 'name'), at(use, 'input'))),
  };
}

function called(id: unknown, name: unknown, args: unknown): ToolCall {
  return {
    id: typeof id === 'string' ? id : null,
    name: String(name),
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
  };
}

function under(parents: string[], key: string): string[] {
  return parents.map((parent) => `${parent}.${key}`);
}

function lengthOf(value: unknown): number | null {
  return Array.isArray(value) ? value.length : null;
}
