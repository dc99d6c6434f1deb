/** OTLP requests as exporters send them, and their responses. */
import { randomBytes } from 'node:crypto';
import type { Type } from 'protobufjs';
import type { SignalName } from '../../src/otel/telemetry.ts';
import type { Encoding } from '../../src/otel/wire/decode.ts';
import { ExportResponse, RpcStatus } from '../../src/otel/wire/messages.ts';
import { jsonRequest, protobufRequest } from '../fixtures/otlp-sample.ts';
import { spanJson } from '../fixtures/telemetry.ts';
import { type Json, TEST_KEYS } from './payloads.ts';
import { parse } from './server-process.ts';

export const CONTENT_TYPES: Readonly<Record<Encoding, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};
export const ENCODINGS = ['protobuf', 'json'] as const;

export const KEY_HEADERS = {
  'x-parley-app-key': TEST_KEYS.appKey,
  'x-parley-api-key': TEST_KEYS.apiKey,
};

export type OtlpAnswer = { status: number; headers: Headers; said: Json };

type Sending = { signal?: SignalName | 'metrics'; encoding?: Encoding; headers?: Record<string, string> };

/** Decodes the response by its content type, whatever the request's encoding was. */
export async function sendOtlp(
  { url }: { url: string },
  body: Uint8Array | string,
  { signal = 'traces', encoding = 'json', headers = KEY_HEADERS }: Sending = {},
): Promise<OtlpAnswer> {
  const response = await fetch(`${url}/v1/${signal}`, {
    method: 'POST',
    headers: { 'Content-Type': CONTENT_TYPES[encoding], ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status } = response;
  const isProtobuf = response.headers.get('content-type') === CONTENT_TYPES.protobuf;
  const said = isProtobuf
    ? objectOf(status === 200 ? ExportResponse : RpcStatus, bytes)
    : parse(bytes.toString());
  return { status, headers: response.headers, said };
}

function objectOf(type: Type, bytes: Buffer): Json {
  return type.toObject(type.decode(bytes), { longs: String });
}

/** One export request with these spans or log records, in either encoding. */
export function exportOf(
  records: unknown[],
  encoding: Encoding = 'json',
  signal: SignalName = 'traces',
  resource: Json = { attributes: [] },
): Buffer {
  const origin = { resource, scope: { name: 'test' } };
  return encoding === 'json'
    ? Buffer.from(JSON.stringify(jsonRequest(signal, records, origin)))
    : protobufRequest(signal, records, origin);
}

export function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex');
}

export const CALL_ATTRIBUTES: Readonly<Json> = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.response.model': 'gpt-4o-2024-08-06',
  'gen_ai.response.finish_reasons': ['stop'],
  'gen_ai.usage.input_tokens': 11,
  'gen_ai.usage.output_tokens': 4,
};

export const CONTENT_ATTRIBUTES: Readonly<Json> = {
  'gen_ai.input.messages': JSON.stringify([
    { role: 'user', parts: [{ type: 'text', content: 'Name a river.' }] },
  ]),
  'gen_ai.output.messages': JSON.stringify([
    { role: 'assistant', parts: [{ type: 'text', content: 'The Elbe.' }], finish_reason: 'stop' },
  ]),
};

/** A model call that began a second ago; `changes` replace members of the span, and attributes one by one. */
export function callSpan({ attributes, ...changes }: Json & { attributes?: Json } = {}): Json {
  return plainSpan({ attributes: { ...CALL_ATTRIBUTES, ...CONTENT_ATTRIBUTES, ...attributes }, ...changes });
}

export function plainSpan(changes: Json = {}): Json {
  const startedAt = Date.now() - 1000;
  return spanJson({
    name: 'chat gpt-4o',
    traceId: newTraceId(),
    spanId: newSpanId(),
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(startedAt + 250),
    ...changes,
  });
}

export function nanoseconds(ms: number): string {
  return `${ms}000000`;
}
