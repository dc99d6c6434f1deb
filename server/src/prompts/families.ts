/**
 * The prompts of one application, as far as they were seen. A family is what is known of one prompt: its features, and
 * in how many of its texts each occurs. Features that most texts have are its core.
 *
 *   1. A text belongs to the family whose core it has; features that several families share count less.
 *   2. A text that belongs to none begins a family of its own.
 *   3. Where several families of a single call have the same part in common, that part is the core of one prompt, and
 *      what they do not share varies.
 *   4. Where a family's texts turn out to be few that recur and share little, each is a prompt of its own.
 *
 * Only calls that begin a conversation are counted, since later turns repeat the text.
 */
import { evictOldest } from '../base/evict-oldest.ts';
import { type Feature, hashOf, MAX_FEATURES } from './features.ts';

/** What is stored of a family. */
export type FamilyState = {
  id: string;
  /** Calls that began a conversation, up to `CALLS_COUNTED`. */
  calls: number;
  /** Different texts, of which older ones count less. */
  texts: number;
  /** By hash: in how many texts, and the weight. */
  features: Record<string, [texts: number, weight: number]>;
  /** Time of the first call. */
  since: number;
};

type Family = FamilyState & { of: Map<string, { texts: number; weight: number }>; isChanged: boolean };

export type Seen = { features: readonly Feature[]; begins: boolean; at: number };

/** Families of an application. Further prompts share `OTHER`. */
export const MAX_FAMILIES = 1000;
/** Features of all families; an entry takes about 150 bytes of memory. */
export const MAX_KNOWN = 200_000;
/** The prompt of texts beyond the limit. */
export const OTHER = 'other';
/** A family of a single call makes room for others after this time. */
const SINGLE_KEPT_MS = 7 * 24 * 60 * 60_000;
const CALLS_COUNTED = 64;
/** At this many texts, all counts are halved. */
const MAX_TEXTS = 16;
/** From this many texts on, the core tells itself from what varies. */
const SETTLED_TEXTS = 4;
const CORE_SHARE = 0.5;
/** A feature of more families says nothing. */
const MAX_SHARING = 64;
/** Recent texts whose family is known. */
const REMEMBERED_TEXTS = 4096;
/** Single calls that have to share a part before it is a core, the new one not included. */
const ALIKE = 8;
/** Single calls that are compared, the newest. */
const MAX_SINGLE = 64;

const SAME = { settled: 0.5, young: 0.5, contained: 0.9 };
/** Words that a core needs at least. */
const CORE_WORDS = 6;
const YOUNG = { calls: 6, textsPerCall: 0.75 };
const SPLIT = { calls: 4, textsPerCall: 0.25, shared: 0.5 };

export class Families {
  readonly #families = new Map<string, Family>();
  /** Families by feature. */
  readonly #having = new Map<string, Set<Family>>();
  /** Recent texts, with their family and calls. */
  readonly #texts = new Map<string, { family: Family; calls: number }>();
  readonly #gone = new Set<string>();
  #features = 0;

  get size(): number {
    return this.#families.size;
  }

  /** Features of all families. */
  get features(): number {
    return this.#features;
  }

  /** Adds a stored family, or replaces what is known of it. */
  load(state: FamilyState): void {
    this.#remove(state.id);
    this.#add({
      ...state,
      of: new Map(Object.entries(state.features).map(([hash, [texts, weight]]) => [hash, { texts, weight }])),
      isChanged: false,
    });
  }

  /** Families that changed since the last `changesSaved`, and ids of those that are gone. */
  changes(): { changed: FamilyState[]; gone: string[] } {
    const changed = [...this.#families.values()].filter(({ isChanged }) => isChanged);
    return {
      changed: changed.map(({ of, isChanged: _, ...family }) => ({
        ...family,
        features: Object.fromEntries([...of].map(([hash, { texts, weight }]) => [hash, [texts, weight]])),
      })),
      gone: [...this.#gone],
    };
  }

  changesSaved(): void {
    for (const family of this.#families.values()) family.isChanged = false;
    this.#gone.clear();
  }

  /** The prompt of a text as far as it is known; nothing is learned. */
  known(features: readonly Feature[]): string | null {
    return (this.#remembered(keyOf(features))?.family ?? this.#bestOf(features))?.id ?? null;
  }

  /** The prompt of a text. `makeId`: the id of a new one, from the key of its text. */
  promptOf(seen: Seen, makeId = (key: string) => key): string {
    const key = keyOf(seen.features);
    const known = this.#remembered(key);
    if (known) {
      if (seen.begins) {
        known.calls++;
        this.#count(known.family);
        if (this.#isOwnPrompt(known, seen.features)) return this.#begin(key, seen, makeId, known.calls);
      }
      return known.family.id;
    }
    const best = this.#bestOf(seen.features);
    if (best) {
      this.#learn(best, seen.features);
      if (seen.begins) this.#count(best);
      this.#remember(key, best, seen.begins ? 1 : 0);
      return best.id;
    }
    return this.#gather(key, seen) ?? this.#begin(key, seen, makeId, 1);
  }

  #remembered(key: string): { family: Family; calls: number } | null {
    const known = this.#texts.get(key);
    return known && this.#families.get(known.family.id) === known.family ? known : null;
  }

  #bestOf(features: readonly Feature[]): Family | null {
    const shared = new Map<Family, { ofFamily: number; ofText: number }>();
    const sharing = new Map<string, number>();
    let whole = 0;
    for (const { hash, weight } of features) {
      const having = this.#having.get(hash);
      const specific = weight / this.#sharing(hash, sharing);
      whole += specific;
      if (!having || having.size > MAX_SHARING) continue;
      for (const family of having) {
        const sums = shared.get(family) ?? { ofFamily: 0, ofText: 0 };
        shared.set(family, sums);
        sums.ofText += specific;
        if (isCore(family, hash)) sums.ofFamily += specific;
      }
    }
    let best: { family: Family; score: number } | null = null;
    for (const [family, { ofFamily, ofText }] of shared) {
      const core = this.#coreOf(family, sharing);
      const [coreShare, textShare] = [core === 0 ? 0 : ofFamily / core, whole === 0 ? 0 : ofText / whole];
      const isSame =
        family.texts >= SETTLED_TEXTS
          ? coreShare >= SAME.settled
          : Math.max(coreShare, textShare) >= SAME.contained ||
            (coreShare >= SAME.young && textShare >= SAME.young);
      // A young family beside a settled one shares what varies with the text.
      const score = coreShare + textShare + (isYoung(family) ? 0 : 2);
      if (isSame && (best === null || score > best.score)) best = { family, score };
    }
    return best?.family ?? null;
  }

  /** The weight of a family's core, by how few other families share it. */
  #coreOf(family: Family, sharing: Map<string, number>): number {
    let sum = 0;
    const least = CORE_SHARE * family.texts;
    for (const [hash, known] of family.of) {
      if (known.texts > least) sum += known.weight / this.#sharing(hash, sharing);
    }
    return sum;
  }

  /** How many families have a feature. Young ones do not count: they may be of one prompt. */
  #sharing(hash: string, known: Map<string, number>): number {
    let families = known.get(hash);
    if (families !== undefined) return families;
    families = 0;
    for (const family of this.#having.get(hash) ?? []) if (!isYoung(family)) families++;
    families = Math.max(1, families);
    known.set(hash, families);
    return families;
  }

  /** Makes one family of single calls that have a part in common with the text. */
  #gather(key: string, seen: Seen): string | null {
    const singles = [...this.#families.values()].filter(isYoung).slice(-MAX_SINGLE);
    const common = seen.features.filter(({ hash }) => {
      const having = this.#having.get(hash);
      return having !== undefined && singles.filter((single) => having.has(single)).length >= ALIKE;
    });
    const words = sumOf(common);
    const alike = singles.filter(
      (single) => sumOf(common.filter(({ hash }) => single.of.has(hash))) >= 0.8 * words,
    );
    const [oldest, ...others] = alike;
    // What settled prompts have, too, is a common part of different prompts.
    const own = common.filter(
      ({ hash }) => ![...(this.#having.get(hash) ?? [])].some((family) => !isYoung(family)),
    );
    if (!oldest || alike.length < ALIKE || sumOf(own) < CORE_WORDS) return null;
    for (const other of others) {
      this.#learn(
        oldest,
        [...other.of].map(([hash, { weight }]) => ({ hash, weight })),
      );
      this.#remove(other.id);
      this.#gone.add(other.id);
    }
    this.#learn(oldest, seen.features);
    oldest.calls = Math.max(oldest.calls, YOUNG.calls) + 1;
    this.#remember(key, oldest, 1);
    return oldest.id;
  }

  #begin(key: string, { features, at }: Seen, makeId: (key: string) => string, calls: number): string {
    const id = makeId(key);
    if (!this.#families.has(id) && !this.#makeRoom(at)) return OTHER;
    this.#remove(id);
    const of = new Map(features.map(({ hash, weight }) => [hash, { texts: 1, weight }]));
    const family: Family = { id, calls, texts: 1, features: {}, since: at, of, isChanged: true };
    this.#add(family);
    this.#gone.delete(id);
    this.#remember(key, family, calls);
    return id;
  }

  #makeRoom(at: number): boolean {
    if (this.#families.size < MAX_FAMILIES && this.#features < MAX_KNOWN) return true;
    for (const family of this.#families.values()) {
      if (!isYoung(family) || at - family.since < SINGLE_KEPT_MS) continue;
      this.#remove(family.id);
      this.#gone.add(family.id);
      return true;
    }
    return false;
  }

  /** A text that recurs in a family of few texts, and shares little with the others. */
  #isOwnPrompt({ family, calls }: { family: Family; calls: number }, features: readonly Feature[]): boolean {
    if (calls < SPLIT.calls || family.texts < 2) return false;
    if (family.texts / family.calls > SPLIT.textsPerCall) return false;
    const core = features.filter(({ hash }) => isCore(family, hash));
    return sumOf(core) < SPLIT.shared * sumOf(features);
  }

  #learn(family: Family, features: readonly Feature[]): void {
    family.isChanged = true;
    family.texts++;
    for (const { hash, weight } of features) {
      const known = family.of.get(hash);
      if (known) known.texts++;
      else {
        family.of.set(hash, { texts: 1, weight });
        this.#index(hash, family);
      }
    }
    if (family.texts < MAX_TEXTS && family.of.size <= 2 * MAX_FEATURES) return;
    family.texts = Math.floor(family.texts / 2);
    for (const [hash, known] of family.of) {
      known.texts = Math.floor(known.texts / 2);
      if (known.texts > 0) continue;
      family.of.delete(hash);
      this.#unindex(hash, family);
    }
  }

  #count(family: Family): void {
    if (family.calls >= CALLS_COUNTED) return;
    family.calls++;
    family.isChanged = true;
  }

  #remember(key: string, family: Family, calls: number): void {
    this.#texts.delete(key);
    this.#texts.set(key, { family, calls });
    evictOldest(this.#texts, REMEMBERED_TEXTS);
  }

  #add(family: Family): void {
    this.#families.set(family.id, family);
    for (const hash of family.of.keys()) this.#index(hash, family);
  }

  #remove(id: string): void {
    const family = this.#families.get(id);
    if (!family) return;
    this.#families.delete(id);
    for (const hash of family.of.keys()) this.#unindex(hash, family);
  }

  #index(hash: string, family: Family): void {
    const having = this.#having.get(hash);
    this.#features++;
    if (having) having.add(family);
    else this.#having.set(hash, new Set([family]));
  }

  #unindex(hash: string, family: Family): void {
    const having = this.#having.get(hash);
    if (having?.delete(family)) this.#features--;
    if (having?.size === 0) this.#having.delete(hash);
  }
}

/** Identifies a text by its features. */
export function keyOf(features: readonly Feature[]): string {
  return hashOf(features.map(({ hash }) => hash).join(' '));
}

function isCore(family: Family, hash: string): boolean {
  return (family.of.get(hash)?.texts ?? 0) > CORE_SHARE * family.texts;
}

/** Nearly every call had another text, and there were few: these may be of one prompt. */
function isYoung({ texts, calls }: Family): boolean {
  return calls <= YOUNG.calls && texts >= YOUNG.textsPerCall * calls;
}

function sumOf(features: readonly Feature[]): number {
  return features.reduce((sum, { weight }) => sum + weight, 0);
}
