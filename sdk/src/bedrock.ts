/**
 * Records calls of AWS's Bedrock client through its middleware, because that client does not send JSON over
 * `fetch`.
 */
import { typeOfBedrockModel } from '@parley/contract/providers';
import { attempted } from './attempted.ts';
import type { BedrockClient } from './bedrock-client.ts';
import { failedResponse, requestIdMember } from './calls/bodies.ts';
import { isObject } from './calls/json.ts';
import type { OpenCopies } from './calls/open-copies.ts';
import type { Context, FormatTypes } from './payload.ts';
import type { Recorder } from './recorder.ts';

type Args = { input: unknown };
type Result = { output: unknown };
type Next = (args: Args) => Promise<Result>;
type Middleware = (next: Next, context: { commandName?: string }) => (args: Args) => Promise<Result>;

type Json = { [member: string]: unknown };
type Record = (response: () => string, firstToken?: number) => void;

/** The member of each command's output that holds its stream. */
const COMMANDS: { readonly [command: string]: 'body' | 'stream' | null } = {
  InvokeModelCommand: null,
  ConverseCommand: null,
  InvokeModelWithResponseStreamCommand: 'body',
  ConverseStreamCommand: 'stream',
};

type CallSettings = { recorder: Recorder; open: OpenCopies; context: () => Context };

/** Records each attempt of a client that retries, and calls that fail before the first attempt. */
export function recordBedrock(client: BedrockClient, settings: CallSettings): void {
  const around = (step: RecordStep): Middleware => {
    return (next, { commandName: command = '' }) => {
      if (!Object.hasOwn(COMMANDS, command)) return next;
      return (args) => {
        const type = typeOf(command, args.input);
        return type ? step({ command, type }, next, args, settings) : next(args);
      };
    };
  };
  const { middlewareStack } = client;
  middlewareStack.add(around(recordCall), { step: 'initialize', name: 'parley', ...LAST_IN_STEP });
  middlewareStack.add(around(recordAttempt), {
    step: 'finalizeRequest',
    name: 'parleyAttempt',
    ...LAST_IN_STEP,
  });
}

const LAST_IN_STEP = { priority: 'low', override: true };

type Call = { command: string; type: FormatTypes['bedrock'] };
type RecordStep = (call: Call, next: Next, args: Args, settings: CallSettings) => Promise<Result>;

/** Null when the call is not recorded. */
function typeOf(command: string, input: unknown): Call['type'] | null {
  return command === 'InvokeModelCommand'
    ? typeOfBedrockModel(String((input as Json | null)?.modelId))
    : 'chat';
}

async function recordCall(call: Call, next: Next, args: Args, settings: CallSettings): Promise<Result> {
  const { recorder } = settings;
  const record = recording(call, args, settings);
  try {
    return await next(args);
  } catch (error) {
    if (!recorder.hasRecorded(error) && isWanted(call, settings))
      record(attempted(() => errorResponse(error)));
    throw error;
  }
}

async function recordAttempt(call: Call, next: Next, args: Args, settings: CallSettings): Promise<Result> {
  const { command } = call;
  const isRecorded = isWanted(call, settings);
  const record = isRecorded ? recording(call, args, settings) : noop;
  let result: Result;
  try {
    result = await next(args);
  } catch (error) {
    settings.recorder.noteRecorded(error);
    record(attempted(() => errorResponse(error)));
    throw error;
  }
  if (!isRecorded) return result;
  const output = result.output as Json;
  const member = COMMANDS[command];
  const stream = member && output[member];
  if (isIterable(stream)) recordEvents(stream, new Events(output, record), settings.open);
  else record(attempted(() => (command === 'InvokeModelCommand' ? invokeResponse(output) : jsonOf(output))));
  return result;
}

function isWanted({ command }: Call, { recorder }: CallSettings): boolean {
  return recorder.wants({ url: command, format: 'bedrock' });
}

function recording({ type }: Call, { input }: Args, { recorder, context: contextNow }: CallSettings): Record {
  const context = contextNow();
  const requestedAt = Date.now();
  // Serialised now: the program may change these objects later.
  const request = attempted(() => jsonOf(inputOf(input as Json)));
  return (response, firstToken) => {
    const timestamps = { request: requestedAt, response: Date.now(), firstToken };
    const common = { format: 'bedrock', type, context, timestamps } as const;
    recorder.record(() => ({ ...common, request: request(), response: response() }));
  };
}

/** The events of a stream that have arrived so far. */
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

  abandon(): void {
    if (this.#ended) return;
    this.#ended = true;
    const response = () =>
      `{${requestId(this.#metadata)}"chunks":[${this.#events.map((event) => event()).join(',')}]}`;
    this.#record(response, this.#firstAt);
  }
}

/** At module level: a closure created next to the stream would keep it alive. */
function noop(): void {}

/** Replaces only the stream's iterator, so that the caller keeps the same object. */
function recordEvents(stream: AsyncIterable<unknown>, events: Events, open: OpenCopies): void {
  const iterate = stream[Symbol.asyncIterator].bind(stream);
  Object.defineProperty(stream, Symbol.asyncIterator, {
    configurable: true,
    value: async function* () {
      try {
        for await (const event of { [Symbol.asyncIterator]: iterate }) {
          events.add(() => jsonOf(event));
          yield event;
        }
      } catch (error) {
        events.add(() => failedResponse(error));
        throw error;
      } finally {
        open.remove(events);
        events.abandon();
      }
    },
  });
  open.add(events, stream, noop);
}

/** InvokeModel carries the model's own JSON: as text in the request, as JSON in the response. */
function inputOf(input: Json): Json {
  const { body } = input;
  const isBytes = body instanceof Uint8Array || body instanceof ArrayBuffer;
  return isBytes ? { ...input, body: new TextDecoder().decode(body) } : input;
}

function invokeResponse({ body, $metadata }: Json): string {
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
  return `{${requestId($metadata)}"body":${isObject(text) ? text : jsonOf(text)}}`;
}

function errorResponse(error: unknown): string {
  if (!(error instanceof Error) || !('$metadata' in error)) return failedResponse(error);
  const { name, message, $metadata } = error;
  const { httpStatusCode: httpStatus } = ($metadata ?? {}) as Json;
  return jsonOf({ name, message, httpStatus, $metadata });
}

function requestId(metadata: unknown): string {
  return requestIdMember((metadata as Json | undefined)?.requestId);
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, asJson);
}

/** A JSON replacer: bytes as base64, as AWS writes them, and numbers beyond double precision as digits. */
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
