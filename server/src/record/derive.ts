/** From a journal entry to the record: the envelope as it was checked, the exchange as its format reads it. */
import type { Format, Interaction, InteractionType, User } from '@parley/contract';
import type { InteractionHead, Person } from '../entry.ts';
import { type Reading, readExchange } from '../formats/index.ts';

export function deriveInteraction(head: InteractionHead, request: Buffer, response: Buffer): Interaction {
  const { envelope } = head;
  const reading = readBodies(
    envelope.format,
    envelope.type,
    request.toString('utf8'),
    response.toString('utf8'),
  );
  return {
    id: head.id,
    appId: head.appId,
    format: envelope.format,
    type: envelope.type,
    version: envelope.version,
    ...reading.exchange,
    requestedAt: new Date(envelope.requestedAt).toISOString(),
    respondedAt: new Date(envelope.respondedAt).toISOString(),
    receivedAt: new Date(head.receivedAt).toISOString(),
    latencyMs: envelope.latencyMs,
    session: envelope.session,
    sessionTimeout: envelope.sessionTimeout,
    user: envelope.user && identify(envelope.user),
    cost: null,
    warnings: [...head.warnings, ...reading.warnings],
  };
}

/** The exchange in two JSON texts, both of which were parsed once before they were accepted. */
export function readBodies(format: Format, type: string, request: string, response: string): Reading {
  return readExchange(format, type as InteractionType, JSON.parse(request), JSON.parse(response));
}

function identify(person: Person): User {
  return { key: person.userId ?? person.email?.toLowerCase() ?? null, ...person };
}
