/** Look-ups of the server itself in the store and the metadata; they return values, not responses of the API. */
import type {
  AuditQuery,
  InteractionFilters,
  ListDeliveriesQuery,
  QueryBody,
  Question,
  ReviewUnit,
} from '@parley/contract';
import { readAgreement } from '../accounts/review/read-agreement.ts';
import { readDamaged } from '../cluster/ledger.ts';
import { runQuery } from '../queries/analytics/run.ts';
import type { Apps } from '../queries/filters.ts';
import { newestStored, type StoredKey } from '../queries/newest-stored.ts';
import { findItems, type QueueSearch } from '../queries/review/find-items.ts';
import { reviewedInteraction, reviewedSession } from '../queries/review/reviewed.ts';
import { findScore, newScores } from '../queries/scores.ts';
import { storeSize } from '../queries/store-size.ts';
import { auditPage } from './audit-page.ts';
import { deliveryPage } from './delivery-page.ts';
import { findRejection } from './find-rejection.ts';
import { jsonBytes } from './json-bytes.ts';
import { type AskedLedger, ledgerWith } from './ledger.ts';
import { type AskedPreview, monitorPreview } from './monitor-preview.ts';
import type { Sources } from './sources.ts';
import { packKeys } from './stored-keys.ts';
import { scoreEvents, tailEvents } from './tail-events.ts';

export const LOOKUPS = {
  storeSize: ({ store }: Sources, _: null) => storeSize(store),

  damaged: ({ metadata }: Sources, _: null) => readDamaged(metadata),

  ledgerWith: (sources: Sources, asked: AskedLedger) => ledgerWith(sources, asked),

  auditPage: async ({ metadata }: Sources, { accountId, query }: { accountId: string; query: AuditQuery }) =>
    jsonBytes(await auditPage(metadata, accountId, query)),

  deliveryPage: async (
    { metadata }: Sources,
    { apps, query }: { apps: readonly string[]; query: ListDeliveriesQuery },
  ) => jsonBytes(await deliveryPage(metadata, apps, query)),

  async rejectedPayload({ store }: Sources, { apps, id }: { apps: Apps; id: string }) {
    const { app_id: appId, payload } = await findRejection(store, apps, id);
    return { appId, payload: new TextEncoder().encode(payload) };
  },

  score: ({ store }: Sources, { apps, id }: { apps: Apps; id: string }) => findScore(store, apps, id),

  agreement: async ({ metadata }: Sources, queue: { id: string; questions: Question[] }) =>
    jsonBytes(await readAgreement(metadata, queue)),

  queueItems: ({ store }: Sources, search: QueueSearch) => findItems(store, search),

  /** The JSON of what a reviewer sees of an item; null when it is no longer kept. */
  async reviewedItem(
    { store }: Sources,
    { app, unit, target }: { app: string; unit: ReviewUnit; target: string },
  ) {
    const shown =
      unit === 'session'
        ? await reviewedSession(store, app, target, Date.now())
        : await reviewedInteraction(store, app, target);
    return shown && jsonBytes(shown);
  },

  /** The rows of a query, for monitors. */
  figures: async ({ store }: Sources, { apps, body }: { apps: Apps; body: QueryBody }) =>
    (await runQuery(store, apps, body, Date.now())).rows,

  monitorPreview: (sources: Sources, asked: AskedPreview) => monitorPreview(sources, asked),

  storedKeys: async ({ store }: Sources, { apps, from, after, limit }: StoredSpan) =>
    packKeys(await newestStored(store).keys(apps, from, after, limit)),

  storedFitting: ({ store }: Sources, { apps, filters, from, to }: StoredFitting) =>
    newestStored(store).fitting(apps, filters, from, to),

  storedEvents: ({ store }: Sources, { apps, keys }: { apps: Apps; keys: readonly StoredKey[] }) =>
    tailEvents(newestStored(store), apps, keys),

  storedScores: async ({ store }: Sources, { apps, from }: { apps: Apps; from: number }) =>
    scoreEvents(await newScores(store, apps, from)),
} satisfies Record<string, (sources: Sources, input: never) => Promise<unknown>>;

type StoredSpan = { apps: Apps; from: number; after: StoredKey | null; limit: number };
type StoredFitting = { apps: Apps; filters: InteractionFilters; from: number; to: number };

export type Lookups = typeof LOOKUPS;
export type LookupName = keyof Lookups;
export type LookupInput<N extends LookupName> = Parameters<Lookups[N]>[1];
export type LookupValue<N extends LookupName> = Awaited<ReturnType<Lookups[N]>>;
