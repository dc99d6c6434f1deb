/** A store that remembers what it was asked, and what was asked together. */
import type { z } from 'zod';
import { PLAIN } from '../../../server/src/store/layout/wording.ts';
import type { QueryParams } from '../../../server/src/store/query-params.ts';
import { inWords, type QueryOptions, type Question, Store } from '../../../server/src/store/store.ts';

export type Statement = { query: string; params: QueryParams };

export class RecordingStore extends Store {
  #waves: Statement[][] = [];
  #running = 0;

  /** The statements since the last call of this, in waves: one begins when the one before is answered. */
  taken(): Statement[][] {
    const waves = this.#waves;
    this.#waves = [];
    return waves;
  }

  override async query<T extends z.ZodType>(
    row: T,
    question: Question,
    params: QueryParams = {},
    options?: QueryOptions,
  ): Promise<z.output<T>[]> {
    if (this.#running === 0) this.#waves.push([]);
    this.#waves.at(-1)?.push({ query: inWords(question, PLAIN), params });
    this.#running++;
    try {
      return await super.query(row, question, params, options);
    } finally {
      this.#running--;
    }
  }
}
