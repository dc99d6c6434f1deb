import { type Address, type Answer, type Ask, call, Refusal } from '../../api/call.ts';
import type { Item, SearchPlace, Source } from '../item.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Trace ids of OpenTelemetry and other tracers. */
const TRACE = /^[\w.:-]{8,128}$/;

/** Interaction, session or trace by a pasted id, in any of the reader's applications. */
export const ids: Source = {
  title: 'By ID',
  async ask(typed, place, signal) {
    const found = await Promise.all(
      [
        UUID.test(typed) ? [interaction(typed, place, signal), session(typed, place, signal)] : [],
        TRACE.test(typed) ? [trace(typed, place, signal)] : [],
      ].flat(),
    );
    return found.flatMap((item) => item ?? []);
  },
};

async function interaction(
  id: string,
  { router, ...place }: SearchPlace,
  signal: AbortSignal,
): Promise<Item | null> {
  const one = await ifThere('GET /v1/interactions/:id', { params: { id } }, signal);
  if (!one) return null;
  return {
    id: `interaction-${id}`,
    title: `Interaction ${id}`,
    icon: 'interactions',
    detail: applicationOf(place.me, one.appId),
    words: id,
    href: router.buildLocation({
      to: '/apps/$appId/interactions',
      params: { appId: one.appId },
      search: { range: '90d', id: one.id },
    }).href,
  };
}

async function session(id: string, { router, me }: SearchPlace, signal: AbortSignal): Promise<Item | null> {
  const one = await ifThere('GET /v1/sessions/:id', { params: { id }, query: { limit: 1 } }, signal);
  if (!one) return null;
  return {
    id: `session-${one.id}`,
    title: `Session ${one.session}`,
    icon: 'sessions',
    detail: applicationOf(me, one.appId),
    words: id,
    href: router.buildLocation({
      to: '/apps/$appId/sessions/$sessionId',
      params: { appId: one.appId, sessionId: one.id },
    }).href,
  };
}

async function trace(id: string, { router, me }: SearchPlace, signal: AbortSignal): Promise<Item | null> {
  const { data } = await call('GET /v1/interactions', { query: { trace: id, limit: 1 } }, signal);
  const [one] = data;
  if (!one) return null;
  return {
    id: `trace-${id}`,
    title: `Trace ${id}`,
    icon: 'trace',
    detail: applicationOf(me, one.appId),
    words: id,
    href: router.buildLocation({
      to: '/apps/$appId/interactions',
      params: { appId: one.appId },
      search: { range: '90d', trace: [id] },
    }).href,
  };
}

/** Null if the id does not exist. */
async function ifThere<A extends Address>(
  address: A,
  ask: Ask<A>,
  signal: AbortSignal,
): Promise<Answer<A> | null> {
  try {
    return await call(address, ask, signal);
  } catch (error) {
    if (error instanceof Refusal && (error.status === 404 || error.status === 422)) return null;
    throw error;
  }
}

function applicationOf(me: SearchPlace['me'], appId: string): string | undefined {
  return me.applications.find(({ id }) => id === appId)?.name;
}
