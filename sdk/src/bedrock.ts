/** Listens to AWS's client for Bedrock, in its middleware: that speaks no JSON over `fetch`. */
import { failedResponse } from './calls/heard.ts';
import { isObject } from './calls/json.ts';
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

type Json = { [member: string]: unknown };
type Record = (response: string, firstToken?: number) => void;

/** Where each command has its stream. */
const COMMANDS: { readonly [command: string]: 'body' | 'stream' | null } = {
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
  // Programs go on with the same objects, and change them.
  const request = written(inputOf(args.input as Json));
  const record: Record = (response, firstToken) => {
    const timestamps = { request: requestedAt, response: Date.now(), firstToken };
    recorder.record(() => ({ format: 'bedrock', type: 'chat', context, timestamps, request, response }));
  };
  let result: Result;
  try {
    result = await next(args);
  } catch (error) {
    record(thrown(error));
    throw error;
  }
  const output = result.output as Json;
  const member = COMMANDS[command];
  const stream = member && output[member];
  if (isIterable(stream)) copyEvents(stream, output, record);
  else record(command === 'InvokeModelCommand' ? invoked(output) : written(output));
  return result;
}

/** The stream stays the object that it is; whoever goes through it is listened to. */
function copyEvents(stream: AsyncIterable<unknown>, { $metadata }: Json, record: Record): void {
  const iterate = stream[Symbol.asyncIterator].bind(stream);
  Object.defineProperty(stream, Symbol.asyncIterator, {
    configurable: true,
    value: async function* () {
      const chunks: string[] = [];
      let firstAt: number | undefined;
      try {
        for await (const event of { [Symbol.asyncIterator]: iterate }) {
          firstAt ??= Date.now();
          chunks.push(written(event));
          yield event;
        }
      } catch (error) {
        chunks.push(failedResponse(error));
        throw error;
      } finally {
        record(`{${requestId($metadata)}"chunks":[${chunks.join(',')}]}`, firstAt);
      }
    },
  });
}

/** The model's own JSON is text in the request, and JSON in the response. */
function inputOf(input: Json): Json {
  return input.body instanceof Uint8Array ? { ...input, body: new TextDecoder().decode(input.body) } : input;
}

function invoked({ body, $metadata }: Json): string {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
  return `{${requestId($metadata)}"body":${isObject(text) ? text : written(text)}}`;
}

function thrown(error: unknown): string {
  if (!(error instanceof Error) || !('$metadata' in error)) return failedResponse(error);
  const { name, message, $metadata } = error;
  return JSON.stringify({ name, message, $metadata });
}

/** As the first member of an object, where there is one. */
function requestId(metadata: unknown): string {
  const id = (metadata as Json | undefined)?.requestId;
  return id === undefined ? '' : `"requestId":${written(id)},`;
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function written(value: unknown): string {
  return JSON.stringify(value, bytesAsBase64);
}

/** As AWS writes bytes in JSON. */
function bytesAsBase64(_: string, value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  let text = '';
  for (let at = 0; at < value.length; at += 8192)
    text += String.fromCharCode(...value.subarray(at, at + 8192));
  return btoa(text);
}
