import { EventId } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../base/errors.ts';
import type { Guards } from '../asker.ts';
import type { Bind } from '../bind.ts';
import { securityHeaders } from '../security-headers.ts';
import { EVENT_STREAM_HEADERS, EventStream } from './event-stream.ts';
import { GuardedStream } from './guarded-stream.ts';
import { stillAllowed } from './still-allowed.ts';
import type { TailHub } from './tail-hub.ts';

export type TailSources = Guards & { tail: TailHub };

/**
 * Without events, a connection whose token was revoked or whose session has expired ends within this time.
 */
const CHECK_MS = 3000;

export function tailRoute(bind: Bind, { tail, ...guards }: TailSources): void {
  bind('tailInteractions', async ({ asker, query, request, reply }) => {
    if (request.method === 'HEAD') return reply.headers(EVENT_STREAM_HEADERS).send('');
    const { lastEventId, app: _, ...filters } = query;
    const stored = storedIn(request) ?? storedOf(lastEventId);
    const giveBack = tail.takeSlot(asker.apps);
    reply.hijack();
    // The headers that the framework would have sent.
    const headers = { ...securityHeaders(guards.people.baseUrl), ...reply.getHeaders() };
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) reply.raw.setHeader(name, value);
    const stream = new GuardedStream(new EventStream(reply.raw), stillAllowed(guards, request, asker));
    const leave = tail.follow(asker.apps, filters, stream, stored);
    const checking = setInterval(() => void stream.check(), CHECK_MS);
    onClosed(reply, () => {
      clearInterval(checking);
      leave();
      giveBack();
    });
    return reply;
  });
}

/** The header takes precedence: a browser sends the newest id in it, together with the original address. */
function storedIn({ headers }: FastifyRequest): number | null {
  const id = headers['last-event-id'];
  if (id === undefined || id === '') return null;
  const parsed = EventId.safeParse(id);
  if (parsed.success) return storedOf(parsed.data);
  const message = 'It is not the id of an event that came from here.';
  throw new ApiError('invalid_query', {
    issues: [{ path: 'Last-Event-ID', code: 'invalid_format', message }],
  });
}

function storedOf(eventId: string | undefined): number | null {
  return eventId === undefined ? null : Number.parseInt(eventId, 10);
}

function onClosed({ raw }: FastifyReply, done: () => void): void {
  if (raw.closed) done();
  else raw.once('close', done);
}
