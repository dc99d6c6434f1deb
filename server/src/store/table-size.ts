/** Whether the table of interactions is small, as of the last look; nobody waits for the next one. */
export class TableSize {
  readonly #count: () => Promise<number | null>;
  readonly #smallRows: number;
  #isSmall = false;
  #lookAgainAt = 0;

  constructor(count: () => Promise<number | null>, smallRows: number) {
    this.#count = count;
    this.#smallRows = smallRows;
  }

  get isSmall(): boolean {
    const now = performance.now();
    if (this.#smallRows > 0 && now >= this.#lookAgainAt) {
      this.#lookAgainAt = now + LOOK_MS;
      this.#count().then(
        (rows) => {
          this.#isSmall = rows !== null && rows < this.#smallRows;
        },
        // Whoever asks meets the same failure.
        () => {},
      );
    }
    return this.#isSmall;
  }
}

const LOOK_MS = 10_000;
