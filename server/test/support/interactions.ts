import type { Interaction } from '@parley/contract';
import type { Envelope, InteractionHead } from '../../src/envelope/journal-entry.ts';

/** A user about whom nothing is known. */
export const EMPTY_USER = {
  userId: null,
  email: null,
  isAuthenticated: null,
  firstName: null,
  lastName: null,
  phone: null,
  gender: null,
};

/** A journal head of one interaction; `changes` replace its members. */
export function headOf(changes: Partial<InteractionHead> = {}): InteractionHead {
  const receivedAt = changes.receivedAt ?? Date.UTC(2025, 0, 10, 12);
  const envelope: Envelope = {
    format: 'openai',
    type: 'chat',
    version: '3.1.0',
    session: null,
    sessionTimeout: 10,
    user: null,
    requestedAt: receivedAt,
    respondedAt: receivedAt,
    latencyMs: null,
  };
  return {
    kind: 'interaction',
    id: '00000000-0000-7000-8000-000000000000',
    appId: 'app_1',
    receivedAt,
    envelope,
    warnings: [],
    verified: true,
    ...changes,
  };
}

/** The record of a head with an empty exchange, for tests in which the exchange does not matter. */
export function recordOf({ id, appId, receivedAt, envelope, warnings }: InteractionHead): Interaction {
  return {
    id,
    appId,
    format: envelope.format,
    provider: null,
    prompt: null,
    type: envelope.type,
    version: envelope.version,
    model: null,
    requestedModel: null,
    requestedAt: new Date(envelope.requestedAt).toISOString(),
    respondedAt: new Date(envelope.respondedAt).toISOString(),
    receivedAt: new Date(receivedAt).toISOString(),
    latencyMs: envelope.latencyMs,
    firstTokenMs: envelope.firstTokenMs ?? null,
    session: envelope.session,
    sessionTimeout: envelope.sessionTimeout,
    user: null,
    labels: envelope.labels ?? {},
    trace: envelope.trace ?? null,
    outcome: 'ok',
    finishReason: null,
    finishReasonRaw: null,
    input: [],
    output: [],
    inputText: '',
    outputText: '',
    toolCalls: [],
    usage: { input: null, output: null, total: null, cachedInput: null, cacheWrite: null, reasoning: null },
    cost: null,
    upstreamId: null,
    previousUpstreamId: null,
    error: null,
    texts: null,
    vectors: null,
    warnings,
  };
}
