import { factsOf } from './facts.ts';

import { at, type Facts, firstAt, items } from './oracle.ts';

/*
 * An independent reading of a stream: every event is searched for each fact, and the findings are arranged
 * as the upstream's unstreamed body, which is then read plainly.
 */

/** The events of a well-formed transcript. */
export function eventsOf(transcript: string): unknown[] {
  if (/^\s*\[/.test(transcript)) return items(JSON.parse(transcript));
  const lines = transcript.split(/\r?\n/).map((line) => line.replace(/^data: ?/, ''));
  const events = lines.filter((line) => line.startsWith('{'));
  return events.length === lines.filter((line) => /^["{]/.test(line) && line !== '"[DONE]"').length &&
    parses(events)
    ? events.map((event) => JSON.parse(event))
    : [JSON.parse(transcript)];
}

function parses(events: string[]): boolean {
  return events.every((event) => {
    try {
      return JSON.parse(event) !== null;
    } catch {
      return false;
    }
  });
}

export function factsOfStream(format: string, request: unknown, events: unknown[]): Facts {
  const error = events.map((event) => at(event, 'error')).find((found) => found !== undefined);
  const facts = factsOf(format, request, bodyOf(format, request, events));
  return error === undefined ? facts : { ...facts, isError: true };
}

function bodyOf(format: string, request: unknown, events: unknown[]): unknown {
  if (format === 'bedrock') return converse(events);
  if (format === 'gemini') return gemini(events);
  if (format === 'cohere') return cohere(events);
  if (format === 'anthropic') return anthropic(events);
  return at(request, 'input') === undefined
    ? openai(events)
    : events.map((event) => at(event, 'response')).findLast(Boolean);
}

function last(events: unknown[], path: string): unknown {
  return events.map((event) => at(event, path)).findLast((found) => found !== undefined && found !== null);
}

function joined(pieces: unknown[]): string {
  return pieces.filter((piece) => typeof piece === 'string').join('');
}

/** Groups pieces by index, in order. */
function groups(pieces: unknown[], key: string): unknown[][] {
  const indices = [...new Set(pieces.map((piece) => at(piece, key)))].sort((a, b) => Number(a) - Number(b));
  return indices.map((index) => pieces.filter((piece) => at(piece, key) === index));
}

function openai(events: unknown[]): unknown {
  const pieces = events.map((event) =>
    items(at(event, 'choices')).find((choice) => at(choice, 'index') === 0),
  );
  const said = pieces.flatMap((piece) => {
    const content = at(piece, 'delta.content') ?? at(piece, 'text');
    return Array.isArray(content) ? content.map((part) => at(part, 'text')) : [content];
  });
  const calls = groups(
    pieces.flatMap((piece) => items(at(piece, 'delta.tool_calls'))),
    'index',
  );
  const legacy = pieces.map((piece) => at(piece, 'delta.function_call')).filter(Boolean);
  const message = {
    content: joined(said),
    tool_calls: calls.map((call) => ({
      id: last(call, 'id'),
      function: {
        name: joined(call.map((piece) => at(piece, 'function.name'))),
        arguments: joined(call.map((piece) => at(piece, 'function.arguments'))),
      },
    })),
    ...(legacy.length > 0 && {
      function_call: {
        name: joined(legacy.map((piece) => at(piece, 'name'))),
        arguments: joined(legacy.map((piece) => at(piece, 'arguments'))),
      },
    }),
  };
  return {
    id: last(events, 'id'),
    model: last(events, 'model'),
    usage: last(events, 'usage'),
    choices: [{ message, finish_reason: last(pieces, 'finish_reason') }],
  };
}

function anthropic(events: unknown[]): unknown {
  if (events.every((event) => at(event, 'message') === undefined)) {
    const completion = joined(events.map((event) => at(event, 'completion')));
    if (completion === '') return events.findLast((event) => at(event, 'error') !== undefined);
    const ending = { stop_reason: last(events, 'stop_reason'), id: last(events, 'id') };
    return { completion, model: last(events, 'model'), ...ending };
  }
  const blocks = groups(
    events.filter((event) => at(event, 'index') !== undefined),
    'index',
  ).map((own) => {
    const input = joined(own.map((event) => at(event, 'delta.partial_json')));
    return {
      type: last(own, 'content_block.type'),
      id: last(own, 'content_block.id'),
      name: last(own, 'content_block.name'),
      text: joined(own.map((event) => at(event, 'delta.text'))),
      input: input === '' ? {} : JSON.parse(input),
    };
  });
  const usage: Record<string, unknown> = {};
  for (const key of [
    'input_tokens',
    'output_tokens',
    'cache_read_input_tokens',
    'cache_creation_input_tokens',
    'output_tokens_details',
    'iterations',
  ]) {
    usage[key] = last(events, `usage.${key}`) ?? last(events, `message.usage.${key}`);
  }
  return {
    id: last(events, 'message.id'),
    model: last(events, 'message.model'),
    stop_reason: last(events, 'delta.stop_reason'),
    content: blocks,
    usage,
  };
}

function gemini(events: unknown[]): unknown {
  return {
    modelVersion: last(events, 'modelVersion'),
    responseId: last(events, 'responseId'),
    usageMetadata: last(events, 'usageMetadata'),
    candidates: [
      {
        content: { parts: events.flatMap((event) => items(at(event, 'candidates.0.content.parts'))) },
        finishReason: last(events, 'candidates.0.finishReason'),
      },
    ],
  };
}

function cohere(events: unknown[]): unknown {
  const whole = last(events, 'response');
  if (typeof whole === 'object') return { finish_reason: last(events, 'finish_reason'), ...whole };
  const calls = groups(
    events.filter((event) => String(at(event, 'type')).startsWith('tool-call')),
    'index',
  );
  return {
    id: last(events, 'id'),
    finish_reason: last(events, 'delta.finish_reason'),
    usage: last(events, 'delta.usage'),
    message: {
      role: 'assistant',
      content: [
        { type: 'text', text: joined(events.map((event) => at(event, 'delta.message.content.text'))) },
      ],
      tool_calls: calls.map((own) => ({
        id: last(own, 'delta.message.tool_calls.id'),
        function: {
          name: last(own, 'delta.message.tool_calls.function.name'),
          arguments: joined(own.map((event) => at(event, 'delta.message.tool_calls.function.arguments'))),
        },
      })),
    },
  };
}

function converse(events: unknown[]): unknown {
  if (events.length === 1) return events[0];
  const pieces = events
    .map((event) => firstAt(event, 'contentBlockStart', 'contentBlockDelta'))
    .filter(Boolean);
  const blocks = groups(pieces, 'contentBlockIndex').map((own) => {
    const text = joined(own.map((piece) => at(piece, 'delta.text')));
    const input = joined(own.map((piece) => at(piece, 'delta.toolUse.input')));
    const toolUseId = last(own, 'start.toolUse.toolUseId');
    if (toolUseId === undefined) return { text };
    return {
      toolUse: {
        toolUseId,
        name: last(own, 'start.toolUse.name'),
        input: input === '' ? {} : JSON.parse(input),
      },
    };
  });
  return {
    output: { message: { content: blocks } },
    stopReason: last(events, 'messageStop.stopReason'),
    usage: last(events, 'metadata.usage'),
  };
}
