/** A store that records its statements, and which of them run concurrently. */
import type { z } from 'zod';
import { render, type Statement } from '../../../server/src/store/layout/sql.ts';
import { SINGLE_SERVER } from '../../../server/src/store/layout/sql-dialect.ts';
import type { QueryParams } from '../../../server/src/store/query-params.ts';
import { type QueryOptions, Store } from '../../../server/src/store/store.ts';

export type RecordedStatement = { query: string; params: QueryParams };

export class RecordingStore extends Store {
  #waves: RecordedStatement[][] = [];
  #running = 0;

  /** The statements since the last call, in waves: a wave begins when the previous one is answered. */
  taken(): RecordedStatement[][] {
    const waves = this.#waves;
    this.#waves = [];
    return waves;
  }

  override async query<T extends z.ZodType>(
    row: T,
    statement: Statement,
    params: QueryParams = {},
    options?: QueryOptions,
  ): Promise<z.output<T>[]> {
    if (this.#running === 0) this.#waves.push([]);
    this.#waves.at(-1)?.push({ query: render(statement, SINGLE_SERVER), params });
    this.#running++;
    try {
      return await super.query(row, statement, params, options);
    } finally {
      this.#running--;
    }
  }
}
