/**
 * Which session an exchange goes on with, where none was sent and the upstream's id of the one before it says so:
 * of what was stored a moment ago from memory, of anything earlier from the store.
 */
import type { Interaction } from '@parley/contract';
import { evictOldest } from '../base/evict-oldest.ts';
import type { Follower, Store } from '../store/store.ts';
import type { WaitingInteraction } from './batch.ts';

/** More than follow each other within a session's timeout on one node. */
const REMEMBERED = 20_000;
const FIELD = '"previous_response_id"';
/** The field and its value, wherever they stand: what looks like them and is something else is not found, that is all. */
const VALUE = /^"previous_response_id"\s*:\s*"([^"\\]{1,256})"/;
const VALUE_BYTES = 512;

export class ResponseChains {
  readonly #store: Pick<Store, 'sessionsOf'>;
  /** By application and upstream id, the latest last. */
  readonly #sessions = new Map<string, string>();

  constructor(store: Pick<Store, 'sessionsOf'>) {
    this.#store = store;
  }

  /** To be called before a batch is derived. */
  async lookUp(batch: readonly WaitingInteraction[]): Promise<void> {
    const unknown = batch.flatMap(followerOf).filter(({ appId, previous }) => !this.of(appId, previous));
    if (unknown.length === 0) return;
    for (const { appId, upstreamId, session } of await this.#store.sessionsOf(unknown))
      this.#remember(appId, upstreamId, session);
  }

  of(appId: string, upstreamId: string): string | undefined {
    return this.#sessions.get(key(appId, upstreamId));
  }

  /** Others may go on from it. */
  note({ appId, upstreamId, session }: Pick<Interaction, 'appId' | 'upstreamId' | 'session'>): void {
    if (upstreamId !== null && session !== null) this.#remember(appId, upstreamId, session);
  }

  #remember(appId: string, upstreamId: string, session: string): void {
    const name = key(appId, upstreamId);
    this.#sessions.delete(name);
    this.#sessions.set(name, session);
    evictOldest(this.#sessions, REMEMBERED);
  }
}

function followerOf({ head, request }: WaitingInteraction): Follower[] {
  const { format, session, requestedAt } = head.envelope;
  if (session !== null || (format !== 'openai' && format !== 'universal')) return [];
  const at = request.indexOf(FIELD);
  if (at === -1) return [];
  const previous = VALUE.exec(request.toString('latin1', at, at + VALUE_BYTES))?.[1];
  return previous === undefined ? [] : [{ appId: head.appId, previous, requestedAt }];
}

function key(appId: string, upstreamId: string): string {
  return `${appId} ${upstreamId}`;
}
