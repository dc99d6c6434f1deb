/**
 * Traces of the server itself, exported as OTLP over HTTP in JSON. Without a configured address nothing is
 * recorded, and payloads pay nothing for it.
 */
import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { ROUTES } from '@parley/contract';
import { VERSION } from '../base/version.ts';

type Attributes = Readonly<Record<string, string | number>>;

export type Span = {
  name: string;
  kind: 'server' | 'internal';
  /** Milliseconds. */
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  failed: boolean;
  /** From the header `traceparent`. */
  parent?: string | undefined;
};

export type TracerOptions = {
  /** Without the path of the signal. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  node: string;
};

/** Spans beyond this between two exports are dropped. */
const MAX_QUEUED_SPANS = 2000;
const SEND_MS = 10_000;
const KINDS = { internal: 1, server: 2 } as const;
const FAILED = 2;
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

export class Tracer {
  readonly #options: TracerOptions;
  #waiting: object[] = [];

  constructor(options: TracerOptions) {
    this.#options = options;
  }

  record(span: Span): void {
    if (this.#waiting.length < MAX_QUEUED_SPANS) this.#waiting.push(encode(span));
  }

  /** Spans that cannot be sent are lost. */
  async send(): Promise<void> {
    const spans = this.#waiting;
    if (spans.length === 0) return;
    this.#waiting = [];
    const { endpoint, headers, node } = this.#options;
    const resource = { 'service.name': 'parley', 'service.version': VERSION, 'service.instance.id': node };
    const body = {
      resourceSpans: [
        {
          resource: { attributes: encodeAttributes(resource) },
          scopeSpans: [{ scope: { name: 'parley', version: VERSION }, spans }],
        },
      ],
    };
    const response = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(SEND_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The collector of traces answered ${response.status}.`);
  }
}

/** Records a span per request, named by its route, since a path may contain a user's name. */
export function traceRequests(server: Server, tracer: Tracer): void {
  server.prependListener('request', (request, response) => {
    const startedAt = Date.now();
    const { method = '', headers } = request;
    const route = routeOf(method, request.url ?? '/');
    response.once('close', () =>
      tracer.record({
        name: `${method} ${route}`,
        kind: 'server',
        startedAt,
        endedAt: Date.now(),
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': response.statusCode,
        },
        failed: response.statusCode >= 500,
        parent: typeof headers.traceparent === 'string' ? headers.traceparent : undefined,
      }),
    );
  });
}

/** The span of one batch on its way into the store. */
export function batchSpan({ stored, seconds }: { stored: number; seconds: number }): Span {
  const endedAt = Date.now();
  return {
    name: 'store a batch',
    kind: 'internal',
    startedAt: endedAt - seconds * 1000,
    endedAt,
    attributes: { 'parley.interactions': stored },
    failed: false,
  };
}

const KNOWN = Object.values(ROUTES).map(({ method, path }) => ({
  method: String(method),
  path,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}));

function routeOf(method: string, url: string): string {
  const path = url.split('?')[0] ?? '/';
  const asked = method === 'HEAD' ? 'GET' : method;
  return KNOWN.find((route) => route.method === asked && route.pattern.test(path))?.path ?? '*';
}

function encode({ name, kind, startedAt, endedAt, attributes, failed, parent }: Span): object {
  const [, traceId, parentSpanId] = TRACE_PARENT.exec(parent ?? '') ?? [];
  return {
    traceId: traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parentSpanId === undefined ? {} : { parentSpanId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(Math.max(startedAt, endedAt)),
    attributes: encodeAttributes(attributes),
    status: failed ? { code: FAILED } : {},
  };
}

function encodeAttributes(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds)) * 1_000_000n);
}
