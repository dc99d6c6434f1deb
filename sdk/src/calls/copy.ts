/** What is kept of a response while it is read. */

export type Answer = {
  status: number;
  headers: Headers;
  /** Null when there were too many to keep. */
  bytes: readonly Uint8Array[] | null;
  /** When the first piece came, and when the last; milliseconds since 1970. */
  firstAt: number | null;
  endedAt: number;
  /** What broke it off; null when it ended, or was left. */
  failure: unknown;
};

/** More than Parley takes. */
const MOST_BYTES = 32 * 1024 * 1024;

export class Copy {
  readonly #response: Pick<Response, 'status' | 'headers'>;
  readonly #heard: (answer: Answer) => void;
  #bytes: Uint8Array[] | null = [];
  #firstAt: number | null = null;
  #lastAt: number | null = null;
  #ended = false;
  size = 0;

  constructor({ status, headers }: Response, heard: (answer: Answer) => void) {
    this.#response = { status, headers };
    this.#heard = heard;
  }

  get isError(): boolean {
    return this.#response.status >= 400;
  }

  add(piece: Uint8Array): void {
    this.#lastAt = Date.now();
    this.#firstAt ??= this.#lastAt;
    this.size += piece.byteLength;
    if (this.size <= MOST_BYTES) this.#bytes?.push(piece);
    else this.#bytes = null;
  }

  /** Whatever came until then, and once only. */
  end(failure: unknown = null, endedAt = Date.now()): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#heard({ ...this.#response, bytes: this.#bytes, firstAt: this.#firstAt, endedAt, failure });
  }

  /** As if it had ended when its last piece came. */
  giveUp(): void {
    this.end(null, this.#lastAt ?? Date.now());
  }
}
