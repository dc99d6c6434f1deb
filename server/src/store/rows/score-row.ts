/** Rows of scores, one for each version. Of those with one id, the one with the highest version counts. */
import type { KeptScore } from '../../envelope/score.ts';
import { kindOfValue } from '../../envelope/score.ts';

/** `storedAt` is when the row is written, the time of receipt when absent. */
export type StoredScore = KeptScore & { appId: string; receivedAt: number; storedAt?: number };

/** For the live tail. */
export const SCORES_STORED_AT = "stored_at DateTime64(3, 'UTC') DEFAULT received_at";

/**
 * A deleted score stays as a row without a kind, so that an older version that arrives late does not bring it back.
 * Earlier versions stay until they expire, so that a backup has those of its moment.
 */
export const SCORES = `CREATE TABLE IF NOT EXISTS scores (
    id UUID,
    app_id LowCardinality(String),
    received_at DateTime64(3, 'UTC'),
    at DateTime64(3, 'UTC'),
    target_type LowCardinality(String),
    target String,
    name LowCardinality(String),
    kind LowCardinality(String),
    number Nullable(Float64),
    word String,
    comment String CODEC(ZSTD(1)),
    author String,
    source LowCardinality(String),
    version UInt64,
    ${SCORES_STORED_AT},
    INDEX targets target TYPE bloom_filter(0.01),
    INDEX storing stored_at TYPE minmax
  )
  ENGINE = ReplacingMergeTree
  ORDER BY (app_id, id, version)
  SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1`;

type Column = { type: string; value: (score: StoredScore) => unknown };

const COLUMNS: Readonly<Record<string, Column>> = {
  id: { type: 'UUID', value: ({ id }) => id },
  app_id: { type: 'String', value: ({ appId }) => appId },
  received_at: { type: 'DateTime64(3)', value: ({ receivedAt }) => receivedAt },
  at: { type: 'DateTime64(3)', value: ({ at }) => at },
  target_type: { type: 'String', value: ({ targetType }) => targetType },
  target: { type: 'String', value: ({ target }) => target },
  name: { type: 'String', value: ({ name }) => name },
  kind: { type: 'String', value: ({ value }) => (value === null ? '' : kindOfValue(value)) },
  number: {
    type: 'Nullable(Float64)',
    value: ({ value }) => (typeof value === 'string' || value === null ? null : Number(value)),
  },
  word: { type: 'String', value: ({ value }) => (typeof value === 'string' ? value : '') },
  comment: { type: 'String', value: ({ comment }) => comment },
  author: { type: 'String', value: ({ author }) => author },
  source: { type: 'String', value: ({ source }) => source },
  version: { type: 'UInt64', value: ({ version }) => version },
  stored_at: { type: 'DateTime64(3)', value: ({ storedAt, receivedAt }) => storedAt ?? receivedAt },
};

export const SCORE_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(COLUMNS).map(([name, { type }]) => [name, type]),
);
export const SCORE_COLUMNS: readonly string[] = [...SCORE_TYPES.keys()];

/** Values of a row for JSON, in the order of the columns. */
export function scoreValues(score: StoredScore): unknown[] {
  return Object.values(COLUMNS).map(({ value }) => value(score));
}
