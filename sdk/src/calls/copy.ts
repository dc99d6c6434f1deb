/** The bytes of a response, collected while the caller reads it. */

export type Answer = {
  status: number;
  headers: Headers;
  /** Null when the response exceeded `MAX_BYTES`. */
  bytes: readonly Uint8Array[] | null;
  /** Arrival of the first chunk and end of the response, in milliseconds since 1970. */
  firstAt: number | null;
  endedAt: number;
  /** The error that interrupted the response; null when it ended or was abandoned. */
  failure: unknown;
};

/** Maximum size of a recorded response; larger than the largest payload that Parley accepts. */
const MAX_BYTES = 32 * 1024 * 1024;

export class Copy {
  readonly #response: Pick<Response, 'status' | 'headers'>;
  readonly #onEnd: (answer: Answer) => void;
  #bytes: Uint8Array[] | null = [];
  #firstAt: number | null = null;
  #lastAt: number | null = null;
  #ended = false;
  size = 0;

  constructor({ status, headers }: Response, onEnd: (answer: Answer) => void) {
    this.#response = { status, headers };
    this.#onEnd = onEnd;
  }

  get isError(): boolean {
    return this.#response.status >= 400;
  }

  add(piece: Uint8Array): void {
    this.#lastAt = Date.now();
    this.#firstAt ??= this.#lastAt;
    this.size += piece.byteLength;
    if (this.size <= MAX_BYTES) this.#bytes?.push(piece);
    else this.#bytes = null;
  }

  /** Reports what has arrived; later calls do nothing. */
  end(failure: unknown = null, endedAt = Date.now()): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#onEnd({ ...this.#response, bytes: this.#bytes, firstAt: this.#firstAt, endedAt, failure });
  }

  /** Ends an abandoned response at the time of its last chunk. */
  abandon(): void {
    this.end(null, this.#lastAt ?? Date.now());
  }
}
