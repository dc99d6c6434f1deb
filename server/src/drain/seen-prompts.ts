/**
 * Recognises the prompts of interactions, by what was seen of each application so far. What is known is kept in the
 * metadata, so that it outlives restarts and several nodes share it; a node reads what others have learned before each
 * batch, and writes its own after it.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { evictOldest } from '../base/evict-oldest.ts';
import type { Tables } from '../metadata/tables.ts';
import { Families, OTHER } from '../prompts/families.ts';
import { type Feature, featuresOf } from '../prompts/features.ts';
import { promptId } from '../prompts/prompt-id.ts';
import type { PromptParts, SeenPrompt } from '../record/prompt-parts.ts';
import { deleteFamilies, readFamilies, writeFamilies } from './prompt-families.ts';

/** Features in memory, of the most recent applications: about 75 MB. */
const MAX_FEATURES = 500_000;
const MAX_APPLICATIONS = 1000;
/** Texts whose features are in memory: turns of a conversation repeat them. */
const MAX_TEXTS = 500;
/** Clocks of nodes differ. */
const OVERLAP_MS = 60_000;

type Known = { families: Families; readAt: number };

export type SeenPromptsOptions = {
  db: Kysely<Tables>;
  /** Who writes: what others have written is read again. */
  node: string;
  /** True if an application keeps texts, so that ids may begin with words. */
  keepsTexts: (appId: string) => boolean;
  now?: () => number;
};

export class SeenPrompts {
  readonly #options: SeenPromptsOptions;
  readonly #now: () => number;
  readonly #known = new Map<string, Known>();
  readonly #features = new Map<string, Feature[]>();

  constructor(options: SeenPromptsOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  /** Reads what is known of these applications; call it before deriving a batch. */
  async lookUp(appIds: Iterable<string>): Promise<void> {
    const { db, node } = this.#options;
    for (const appId of new Set(appIds)) {
      const known = this.#known.get(appId);
      const readAt = this.#now();
      const families = known?.families ?? new Families();
      const states = known
        ? await readFamilies(db, appId, { after: known.readAt - OVERLAP_MS, not: node })
        : await readFamilies(db, appId);
      for (const state of states) families.load(state);
      this.#known.delete(appId);
      this.#known.set(appId, { families, readAt });
    }
  }

  /**
   * Null for a call without a system text, tools and a name. `stored`: the prompt of a row that is derived again; from
   * such a row nothing is learned a second time, and it stays where nothing fits better.
   */
  promptOf(appId: string, parts: PromptParts, at: number, stored = ''): SeenPrompt | null {
    const { name, version, text, tools, begins } = parts;
    const features = this.#featuresOf(text, tools);
    const joined = features.map(({ hash }) => hash).join(' ');
    if (name !== null) return { id: name, version, features: joined };
    if (features.length === 0) return null;
    const families = this.#known.get(appId)?.families;
    if (!families) return { id: OTHER, version, features: joined };
    const readable = this.#options.keepsTexts(appId);
    const id =
      stored === ''
        ? families.promptOf({ features, begins, at }, (key) => promptId(key, text, readable))
        : (families.known(features) ?? stored);
    return { id, version, features: joined };
  }

  /** Writes what was learned since the last time. */
  async save(db: Kysely<Tables> = this.#options.db): Promise<void> {
    const { node } = this.#options;
    for (const [appId, { families }] of this.#known) {
      const { changed, gone } = families.changes();
      if (changed.length > 0) await writeFamilies(db, appId, node, changed, this.#now());
      if (gone.length > 0) await deleteFamilies(db, appId, gone);
    }
  }

  /** To be called once what was saved is committed. */
  saved(): void {
    for (const { families } of this.#known.values()) families.changesSaved();
    let features = this.#known.values().reduce((sum, { families }) => sum + families.features, 0);
    for (const [appId, { families }] of this.#known) {
      if (features <= MAX_FEATURES && this.#known.size <= MAX_APPLICATIONS) return;
      features -= families.features;
      this.#known.delete(appId);
    }
  }

  #featuresOf(text: string, tools: readonly string[]): Feature[] {
    const key = createHash('sha1')
      .update(JSON.stringify([text, ...tools]))
      .digest('base64');
    const known = this.#features.get(key);
    const features = known ?? featuresOf(text, tools);
    this.#features.delete(key);
    this.#features.set(key, features);
    evictOldest(this.#features, MAX_TEXTS);
    return features;
  }
}
