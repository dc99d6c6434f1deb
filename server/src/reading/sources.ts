/** Sources of a reading thread: its own connections to the store and the metadata, and the files of the journal. */
import type { Interaction } from '@parley/contract';
import type { Kysely } from 'kysely';
import { CurrentKeeping } from '../accounts/applications/current-keeping.ts';
import { CurrentPrices } from '../accounts/prices/current-prices.ts';
import { ScoredApps } from '../accounts/scores/scored-apps.ts';
import type { Keeping } from '../base/keeping.ts';
import type { InteractionHead } from '../envelope/journal-entry.ts';
import { readFrameAt } from '../journal/read-frame.ts';
import type { Position } from '../journal/segments.ts';
import { type MetadataAddress, openMetadata } from '../metadata/database.ts';
import type { Tables } from '../metadata/tables.ts';
import { priceWith } from '../prices/price.ts';
import { asRead, deriveInteraction } from '../record/derive.ts';
import { numbersOnly } from '../record/numbers-only.ts';
import type { StoreAddress } from '../store/client.ts';
import { connection, type QueryLimits, Store } from '../store/store.ts';

export type ReadingSettings = {
  store: StoreAddress;
  limits: QueryLimits;
  journal: string;
  metadata: MetadataAddress;
  node: string;
};

export type Derived = { record: Interaction; keeping: Keeping };

export type Sources = {
  store: Store;
  readFrame: (position: Position) => Promise<Buffer[] | null>;
  /** The record as the drain will derive it, and what will be kept of it. */
  derive: (head: InteractionHead, request: Buffer, response: Buffer) => Promise<Derived>;
  metadata: Kysely<Tables>;
  /** The node whose journal this is, as the ledger names it. */
  node: string;
};

async function openSources(settings: ReadingSettings): Promise<Sources> {
  const { db } = openMetadata(settings.metadata);
  const prices = await CurrentPrices.load(db);
  const price = priceWith((appId) => prices.of(appId));
  const keeping = await CurrentKeeping.load(db);
  const scored = new ScoredApps(db);
  return {
    store: new Store(
      { ...connection(settings.store), haveScores: (apps) => scored.some(apps) },
      settings.limits,
    ),
    readFrame: (position) => readFrameAt(settings.journal, position),
    async derive(head, request, response) {
      await prices.refresh();
      await keeping.refresh();
      const record = asRead(deriveInteraction(head, request, response, price));
      const kept = keeping.of(head.appId);
      return { record: kept === 'everything' ? record : numbersOnly(record), keeping: kept };
    },
    metadata: db,
    node: settings.node,
  };
}

/** Opens the sources on first use, and again after a failure: the metadata database may be down. */
export class OpenedSources {
  readonly #settings: ReadingSettings;
  #opened: Promise<Sources> | undefined;

  constructor(settings: ReadingSettings) {
    this.#settings = settings;
  }

  /** Sources for one asker; `gone` aborts its statements. */
  async for(asker: string, gone: AbortSignal): Promise<Sources> {
    this.#opened ??= openSources(this.#settings).catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    const { store, ...others } = await this.#opened;
    return { ...others, store: store.for(asker, gone) };
  }
}
