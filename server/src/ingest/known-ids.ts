/**
 * A Bloom filter of the derived ids in the store: "no" is certain and free, "maybe" needs a query. 32 MiB
 * hold 20 million ids with 0.3 % false positives; memory is touched only as it fills.
 */
const BITS = 28;
const PROBES = 4;

export class KnownIds {
  readonly #words = new Uint32Array(2 ** (BITS - 5));
  #complete = false;

  /** To be called once the ids of earlier runs are loaded; until then, every id may be known. */
  complete(): void {
    this.#complete = true;
  }

  add(id: string): void {
    for (const bit of probes(id)) this.#words[bit >>> 5] = (this.#words[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  maybeHas(id: string): boolean {
    if (!this.#complete) return true;
    return probes(id).every((bit) => ((this.#words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0);
  }
}

/** Derived ids are hashes, so their own digits serve as the hash functions. */
function probes(id: string): number[] {
  const hex = id.slice(0, 8) + id.slice(9, 13) + id.slice(15, 18) + id.slice(20, 23) + id.slice(24);
  const bits: number[] = [];
  for (let i = 0; i < PROBES; i++) bits.push(Number.parseInt(hex.slice(i * 7, i * 7 + 7), 16));
  return bits;
}
