/** Listens to AWS's client for Bedrock, in its middleware: that speaks no JSON over `fetch`. */
import { attempted } from './attempted.ts';
import { failedResponse, requestIdMember } from './calls/heard.ts';
import { isObject } from './calls/json.ts';
import type { OpenCopies } from './calls/open-copies.ts';
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
type Record = (response: () => string, firstToken?: number) => void;

/** Where each command has its stream. */
const COMMANDS: { readonly [command: string]: 'body' | 'stream' | null } = {
  InvokeModelCommand: null,
  ConverseCommand: null,
  InvokeModelWithResponseStreamCommand: 'body',
  ConverseStreamCommand: 'stream',
};

type Ears = { recorder: Recorder; open: OpenCopies; context: () => Context };

export function listenToBedrock(client: BedrockClient, ears: Ears): void {
  const middleware: Middleware = (next, { commandName = '' }) => {
    const isCall = Object.hasOwn(COMMANDS, commandName);
    return (args) =>
      isCall && ears.recorder.wants({ url: commandName, format: 'bedrock' })
        ? listen(commandName, next, args, ears)
        : next(args);
  };
  const place = { step: 'initialize', name: 'parley', priority: 'low', override: true };
  client.middlewareStack.add(middleware, place);
}

async function listen(
  command: string,
  next: Next,
  args: Args,
  { recorder, open, context: contextNow }: Ears,
): Promise<Result> {
  const context = contextNow();
  const requestedAt = Date.now();
  // Programs go on with the same objects, and change them.
  const request = attempted(() => written(inputOf(args.input as Json)));
  const record: Record = (response, firstToken) => {
    const timestamps = { request: requestedAt, response: Date.now(), firstToken };
    const common = { format: 'bedrock', type: 'chat', context, timestamps } as const;
    recorder.record(() => ({ ...common, request: request(), response: response() }));
  };
  let result: Result;
  try {
    result = await next(args);
  } catch (error) {
    record(attempted(() => thrown(error)));
    throw error;
  }
  const output = result.output as Json;
  const member = COMMANDS[command];
  const stream = member && output[member];
  if (isIterable(stream)) listenToEvents(stream, new Events(output, record), open);
  else record(attempted(() => (command === 'InvokeModelCommand' ? invoked(output) : written(output))));
  return result;
}

/** What came of a stream. */
class Events {
  readonly #metadata: unknown;
  readonly #record: Record;
  readonly #events: (() => string)[] = [];
  #firstAt: number | undefined;
  #ended = false;

  constructor({ $metadata }: Json, record: Record) {
    this.#metadata = $metadata;
    this.#record = record;
  }

  get size(): number {
    return this.#events.length;
  }

  add(event: () => string): void {
    this.#firstAt ??= Date.now();
    this.#events.push(attempted(event));
  }

  giveUp(): void {
    if (this.#ended) return;
    this.#ended = true;
    const response = () =>
      `{${requestId(this.#metadata)}"chunks":[${this.#events.map((event) => event()).join(',')}]}`;
    this.#record(response, this.#firstAt);
  }
}

/** By itself: a function made beside the stream would hold on to it. */
function nothing(): void {}

/** The stream stays the object that it is; whoever goes through it is listened to. */
function listenToEvents(stream: AsyncIterable<unknown>, events: Events, open: OpenCopies): void {
  const iterate = stream[Symbol.asyncIterator].bind(stream);
  Object.defineProperty(stream, Symbol.asyncIterator, {
    configurable: true,
    value: async function* () {
      try {
        for await (const event of { [Symbol.asyncIterator]: iterate }) {
          events.add(() => written(event));
          yield event;
        }
      } catch (error) {
        events.add(() => failedResponse(error));
        throw error;
      } finally {
        open.remove(events);
        events.giveUp();
      }
    },
  });
  open.add(events, stream, nothing);
}

/** The model's own JSON is text in the request, and JSON in the response. */
function inputOf(input: Json): Json {
  const { body } = input;
  const isBytes = body instanceof Uint8Array || body instanceof ArrayBuffer;
  return isBytes ? { ...input, body: new TextDecoder().decode(body) } : input;
}

function invoked({ body, $metadata }: Json): string {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
  return `{${requestId($metadata)}"body":${isObject(text) ? text : written(text)}}`;
}

function thrown(error: unknown): string {
  if (!(error instanceof Error) || !('$metadata' in error)) return failedResponse(error);
  const { name, message, $metadata } = error;
  return written({ name, message, $metadata });
}

function requestId(metadata: unknown): string {
  return requestIdMember((metadata as Json | undefined)?.requestId);
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function written(value: unknown): string {
  return JSON.stringify(value, asJson);
}

/** Bytes as AWS writes them in JSON, and numbers that are too large for one as their digits. */
function asJson(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return digits(String(value));
  if (value instanceof Uint8Array) return base64(value);
  const { type, string } = (typeof value === 'object' && value !== null ? value : {}) as Json;
  return type === 'bigDecimal' && typeof string === 'string' ? digits(string) : value;
}

function digits(text: string): unknown {
  const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };
  return rawJSON ? rawJSON(text) : text;
}

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
