/** Listens to AWS's client for Bedrock, in its middleware: that speaks no JSON over `fetch`. */
import { failedResponse } from './calls/heard.ts';
import type { Context } from './payload.ts';
import type { Recorder } from './recorder.ts';

type Args = { input: unknown };
type Result = { output: unknown };
type Next = (args: Args) => Promise<Result>;
type Middleware = (next: Next, context: { commandName?: string }) => (args: Args) => Promise<Result>;

/** What is needed of the client, in every version of it. */
export type BedrockClient = {
  // biome-ignore lint/suspicious/noExplicitAny: the types of its middleware are its own, and differ between versions
  middlewareStack: { add: (middleware: any, options: any) => void };
};

type Json = Record<string, unknown>;

/** Where each command has its stream. */
const COMMANDS: Readonly<Record<string, 'body' | 'stream' | null>> = {
  InvokeModelCommand: null,
  ConverseCommand: null,
  InvokeModelWithResponseStreamCommand: 'body',
  ConverseStreamCommand: 'stream',
};

export function listenToBedrock(client: BedrockClient, recorder: Recorder, context: () => Context): void {
  const middleware: Middleware = (next, { commandName = '' }) => {
    const isCall = Object.hasOwn(COMMANDS, commandName);
    return (args) =>
      isCall && recorder.wants({ url: commandName, format: 'bedrock' })
        ? listen(commandName, next, args, recorder, context())
        : next(args);
  };
  const place = { step: 'initialize', name: 'parley', priority: 'low', override: true };
  client.middlewareStack.add(middleware, place);
}

async function listen(
  command: string,
  next: Next,
  args: Args,
  recorder: Recorder,
  context: Context,
): Promise<Result> {
  const requestedAt = Date.now();
  const record = (response: () => string, firstToken?: number) => {
    const timestamps = { request: requestedAt, response: Date.now(), firstToken };
    recorder.record(() => ({
      format: 'bedrock',
      type: 'chat',
      context,
      timestamps,
      request: JSON.stringify(inputOf(args.input as Json), bytesAsBase64),
      response: response(),
    }));
  };
  let result: Result;
  try {
    result = await next(args);
  } catch (error) {
    record(() => thrown(error));
    throw error;
  }
  const output = result.output as Json;
  const member = COMMANDS[command];
  const stream = member && output[member];
  if (isIterable(stream)) copyEvents(stream, output, record);
  else
    record(() => JSON.stringify(command === 'InvokeModelCommand' ? invoked(output) : output, bytesAsBase64));
  return result;
}

/** The stream stays the object that it is; whoever goes through it is listened to. */
function copyEvents(
  stream: AsyncIterable<unknown>,
  { $metadata }: Json,
  record: (response: () => string, firstToken?: number) => void,
): void {
  const iterate = stream[Symbol.asyncIterator].bind(stream);
  Object.defineProperty(stream, Symbol.asyncIterator, {
    configurable: true,
    value: async function* () {
      const chunks: unknown[] = [];
      let firstAt: number | undefined;
      try {
        for await (const event of { [Symbol.asyncIterator]: iterate }) {
          firstAt ??= Date.now();
          chunks.push(event);
          yield event;
        }
      } catch (error) {
        chunks.push({
          error: { type: error instanceof Error ? error.name : 'Error', message: String(error) },
        });
        throw error;
      } finally {
        const requestId = requestIdOf($metadata);
        record(() => JSON.stringify({ requestId, chunks }, bytesAsBase64), firstAt);
      }
    },
  });
}

/** The model's own JSON is text in the request, and JSON in the response. */
function inputOf(input: Json): Json {
  return input.body instanceof Uint8Array ? { ...input, body: new TextDecoder().decode(input.body) } : input;
}

function invoked({ body, $metadata }: Json): Json {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
  return { requestId: requestIdOf($metadata), body: JSON.parse(text) };
}

function thrown(error: unknown): string {
  if (!(error instanceof Error) || !('$metadata' in error)) return failedResponse(error);
  const { name, message, $metadata } = error;
  return JSON.stringify({ name, message, $metadata });
}

function requestIdOf(metadata: unknown): unknown {
  return (metadata as Json | undefined)?.requestId;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

/** As AWS writes bytes in JSON. */
function bytesAsBase64(_: string, value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  let text = '';
  for (let at = 0; at < value.length; at += 8192)
    text += String.fromCharCode(...value.subarray(at, at + 8192));
  return btoa(text);
}
