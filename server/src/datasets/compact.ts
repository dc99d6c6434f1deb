/** Entries of one size in one growing buffer: half a million objects would take ten times the memory. */
export class Column {
  readonly #size: number;
  #bytes: Uint8Array;
  length = 0;

  constructor(size: number) {
    this.#size = size;
    this.#bytes = new Uint8Array(64 * size);
  }

  add(entry: ArrayLike<number>): void {
    const start = this.length * this.#size;
    if (start === this.#bytes.length) {
      const grown = new Uint8Array(2 * start);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(entry, start);
    this.length++;
  }

  at(i: number): Uint8Array {
    return this.#bytes.subarray(i * this.#size, (i + 1) * this.#size);
  }
}
