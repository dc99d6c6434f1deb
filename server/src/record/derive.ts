/** Derives the record of a journal entry: the validated envelope, and the exchange as its format reads it. */
import {
  type Cost,
  type Exchange,
  type Format,
  type Interaction,
  type InteractionType,
  isWordless,
  type Labels,
  type RecordedFormat,
  type User,
  type Warning,
} from '@parley/contract';
import type { InteractionHead, Person } from '../envelope/journal-entry.ts';
import { userKeyOf } from '../envelope/user-key.ts';
import { type Json, READERS, type ReadResponse, readExchange } from '../formats/index.ts';
import { readTelemetry } from '../otel/exchange/read-telemetry.ts';
import type { Price } from '../prices/price.ts';
import type { StoredPrompt } from '../store/rows/interaction-row.ts';
import { bounded, boundedWarning } from './bounded.ts';
import { type PromptOf, promptParts, type SeenPrompt } from './prompt-parts.ts';
import { providerOf } from './provider.ts';
import { type SessionOf, sessionIn, type Thread, threadOf } from './upstream-conversation.ts';

/** The part of the record that formats and prices determine, and that can be derived again. */
export type Derived = Exchange & {
  provider: string | null;
  cost: Cost | null;
  warnings: Warning[];
  /** Duration that the upstream reports. */
  upstreamLatencyMs: number | null;
  /** The conversation, where the upstream stores it. */
  thread: Thread | null;
  seenPrompt: SeenPrompt | null;
};

/** A record with what is stored beside it. */
export type DerivedInteraction = Interaction & Pick<StoredPrompt, 'promptVersion' | 'promptFeatures'>;

/** The record as it is read, without what only the store has. */
export function asRead<T extends Interaction & Partial<StoredPrompt>>(
  derived: T,
): Omit<T, 'promptVersion' | 'promptFeatures'> {
  const { promptVersion: _v, promptFeatures: _f, ...record } = derived;
  return record;
}

export type DeriveInput = {
  appId: string;
  format: RecordedFormat;
  type: string;
  /** The provider that the payload names. */
  declaredProvider?: string | null;
  labels?: Labels;
  requestedAt: number;
  request: string;
  response: string;
};

export function deriveInteraction(
  head: InteractionHead,
  request: Buffer,
  response: Buffer,
  price: Price,
  sessionOf: SessionOf = () => undefined,
  promptOf?: PromptOf,
): DerivedInteraction {
  const { envelope } = head;
  const { warnings, upstreamLatencyMs, thread, seenPrompt, ...derived } = derive(
    {
      appId: head.appId,
      format: envelope.format,
      type: envelope.type,
      declaredProvider: envelope.provider ?? null,
      labels: envelope.labels ?? {},
      requestedAt: envelope.requestedAt,
      request: request.toString('utf8'),
      response: response.toString('utf8'),
    },
    price,
    promptOf,
  );
  return {
    id: head.id,
    appId: head.appId,
    format: envelope.format,
    type: envelope.type,
    version: envelope.version,
    ...derived,
    requestedAt: new Date(envelope.requestedAt).toISOString(),
    respondedAt: new Date(envelope.respondedAt).toISOString(),
    receivedAt: new Date(head.receivedAt).toISOString(),
    latencyMs: envelope.latencyMs ?? upstreamLatencyMs,
    firstTokenMs: envelope.firstTokenMs ?? null,
    session: envelope.session ?? (thread && sessionIn(thread, derived, (id) => sessionOf(head.appId, id))),
    sessionTimeout: envelope.sessionTimeout,
    user: envelope.user && identify(envelope.user),
    labels: envelope.labels ?? {},
    ...storedPrompt(seenPrompt),
    trace: envelope.trace ?? null,
    warnings: [...head.warnings.map(boundedWarning), ...warnings],
  };
}

/** Its warnings are only those of reading and pricing, not the envelope's. */
export function derive(input: DeriveInput, price: Price, promptOf?: PromptOf): Derived {
  const { appId, format, requestedAt } = input;
  const request = JSON.parse(input.request);
  const read = readAny(format, input.type, request, JSON.parse(input.response));
  const { exchange, warnings, response, pricedAs, statedCost = null } = read;
  const provider = input.declaredProvider ?? read.provider;
  const { model, requestedModel, usage } = exchange;
  const priced = {
    format: pricedAs,
    provider,
    model,
    requestedModel,
    // Types without output have zero output tokens, not an unknown number.
    usage: isWordless(input.type) ? { ...usage, output: usage.output ?? 0 } : usage,
    at: requestedAt,
    request,
    response,
    statedCost,
    texts: exchange.texts,
  };
  const ofCost: Warning[] = [];
  const cost = price(appId, priced, ofCost);
  return {
    ...bounded(exchange),
    provider,
    cost,
    warnings: [...warnings, ...ofCost].map(boundedWarning),
    upstreamLatencyMs: format === 'otel' ? null : (READERS[format].latencyMs?.(response) ?? null),
    thread: format === 'otel' ? null : threadOf(format, request, response),
    seenPrompt:
      promptOf?.(appId, promptParts(format, request, exchange, input.labels ?? {}), requestedAt) ?? null,
  };
}

/** A prompt as the columns of a row have it. */
export function storedPrompt(seen: SeenPrompt | null): StoredPrompt {
  return {
    prompt: seen?.id ?? null,
    promptVersion: seen?.version ?? null,
    promptFeatures: seen?.features ?? '',
  };
}

/** Reads the exchange from two JSON texts, which are valid because they were parsed before acceptance. */
export function readBodies(
  format: RecordedFormat,
  type: string,
  request: string,
  response: string,
): ReadResponse {
  return readAny(format, type, JSON.parse(request), JSON.parse(response));
}

type Read = ReadResponse & {
  provider: string | null;
  /** The format whose prices apply. */
  pricedAs: Format;
  /** The cost that telemetry states. */
  statedCost?: number | null;
};

function readAny(format: RecordedFormat, type: string, request: Json, sent: unknown): Read {
  if (format === 'otel') return readTelemetry(request, Object(sent));
  const read = readExchange(format, type as InteractionType, request, sent);
  return { ...read, provider: providerOf(format, read.response, read.exchange.model), pricedAs: format };
}

function identify(person: Person): User {
  return { key: userKeyOf(person), ...person };
}
