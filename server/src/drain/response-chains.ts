/**
 * Finds the session that an exchange continues, if none was sent, by the upstream's id of the previous one:
 * recent ones in memory, earlier ones in the store.
 */
import type { Interaction } from '@parley/contract';
import { evictOldest } from '../base/evict-oldest.ts';
import type { Follower, Store } from '../store/store.ts';
import type { WaitingInteraction } from './batch.ts';

/** More than follow each other within a session's timeout on one node. */
const MAX_REMEMBERED = 20_000;
const FIELD = '"previous_response_id"';
/**
 * The field and its value, anywhere in the body. An occurrence in other text matches no stored id, which does
 * no harm.
 */
const FIELD_PATTERN = /^"previous_response_id"\s*:\s*"([^"\\]{1,256})"/;
const FIELD_BYTES = 512;

export class ResponseChains {
  readonly #store: Pick<Store, 'sessionsOf'>;
  /** By application and upstream id, the latest last. */
  readonly #sessions = new Map<string, string>();

  constructor(store: Pick<Store, 'sessionsOf'>) {
    this.#store = store;
  }

  /** Loads the sessions that a batch continues; call it before deriving the batch. */
  async lookUp(batch: readonly WaitingInteraction[]): Promise<void> {
    const unknown = batch.flatMap(followerOf).filter(({ appId, previous }) => !this.of(appId, previous));
    if (unknown.length === 0) return;
    for (const { appId, upstreamId, session } of await this.#store.sessionsOf(unknown))
      this.#remember(appId, upstreamId, session);
  }

  of(appId: string, upstreamId: string): string | undefined {
    return this.#sessions.get(key(appId, upstreamId));
  }

  /** Remembers an interaction that others may continue. */
  note({ appId, upstreamId, session }: Pick<Interaction, 'appId' | 'upstreamId' | 'session'>): void {
    if (upstreamId !== null && session !== null) this.#remember(appId, upstreamId, session);
  }

  #remember(appId: string, upstreamId: string, session: string): void {
    const name = key(appId, upstreamId);
    this.#sessions.delete(name);
    this.#sessions.set(name, session);
    evictOldest(this.#sessions, MAX_REMEMBERED);
  }
}

function followerOf({ head, request }: WaitingInteraction): Follower[] {
  const { format, session, requestedAt } = head.envelope;
  if (session !== null || (format !== 'openai' && format !== 'universal')) return [];
  const at = request.indexOf(FIELD);
  if (at === -1) return [];
  const previous = FIELD_PATTERN.exec(request.toString('latin1', at, at + FIELD_BYTES))?.[1];
  return previous === undefined ? [] : [{ appId: head.appId, previous, requestedAt }];
}

function key(appId: string, upstreamId: string): string {
  return `${appId} ${upstreamId}`;
}
