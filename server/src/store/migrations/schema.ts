/**
 * The tables as the last migration leaves them, for a new store, still without projections (`projections.ts`). An empty
 * string stands for null.
 */
import { DEADLINE } from '../deadline.ts';
import { OUTLINES } from '../rows/outline-row.ts';
import { RECORD } from '../rows/record-column.ts';
import { SCORES } from '../rows/score-row.ts';
import { SEARCH_INDEXES } from '../search/search-text.ts';

const SETTINGS =
  'non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1';

/** Merged parts store each label separately, so that reading one label reads little else. */
export const LABEL_SETTINGS =
  "map_serialization_version = 'with_buckets', map_buckets_strategy = 'linear', map_buckets_min_avg_size = 2";

export const SCHEMA: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS interactions (
    id UUID,
    app_id LowCardinality(String),
    received_at DateTime64(3, 'UTC'),
    requested_at DateTime64(3, 'UTC'),
    responded_at DateTime64(3, 'UTC'),
    latency_ms Nullable(UInt64),
    format LowCardinality(String),
    type LowCardinality(String),
    version LowCardinality(String),
    model LowCardinality(String),
    requested_model LowCardinality(String),
    session String,
    session_timeout Float64,
    user_key String,
    user_id String,
    email String,
    is_authenticated Nullable(Bool),
    first_name String,
    last_name String,
    phone String,
    gender LowCardinality(String),
    outcome LowCardinality(String),
    finish_reason LowCardinality(String),
    finish_reason_raw LowCardinality(String),
    tool_calls UInt32,
    input_tokens Nullable(UInt64),
    output_tokens Nullable(UInt64),
    total_tokens Nullable(UInt64),
    cached_input_tokens Nullable(UInt64),
    cache_write_tokens Nullable(UInt64),
    reasoning_tokens Nullable(UInt64),
    cost_usd Nullable(Float64),
    cost_source LowCardinality(String),
    upstream_id String,
    error_type LowCardinality(String),
    error_code LowCardinality(String),
    error_message String CODEC(ZSTD(1)),
    warnings String CODEC(ZSTD(1)),
    content String CODEC(ZSTD(3)),
    input_bytes UInt32,
    request_bytes UInt32,
    response_bytes UInt32,
    output_bytes UInt32,
    large String CODEC(ZSTD(3)),
    large_bytes UInt32,
    input_words_bytes UInt32,
    output_words_bytes UInt32,
    fingerprint String,
    record String MATERIALIZED ${RECORD} CODEC(ZSTD(3)),
    node LowCardinality(String),
    stored_at DateTime64(3, 'UTC') DEFAULT received_at,
    labels Map(LowCardinality(String), String),
    first_token_ms Nullable(UInt64),
    trace_id String,
    span_id String,
    parent_span_id String,
    previous_upstream_id String,
    provider LowCardinality(String),
    declared_provider LowCardinality(String),
    cost_stated Nullable(Float64),
    texts Nullable(UInt64),
    vectors Nullable(UInt64),
    vector_length Nullable(UInt64),
    kept_vectors UInt32,
    search_version UInt32,
    prompt LowCardinality(String),
    prompt_version LowCardinality(String),
    prompt_features String CODEC(ZSTD(3)),
    INDEX deadline ${DEADLINE} TYPE minmax,
    INDEX storing stored_at TYPE minmax,
    INDEX trace trace_id TYPE bloom_filter(0.01),
    INDEX said ${SEARCH_INDEXES.said},
    INDEX background ${SEARCH_INDEXES.background}
  )
  ENGINE = MergeTree
  PARTITION BY toYYYYMM(requested_at)
  ORDER BY (app_id, requested_at, id)
  SETTINGS ${SETTINGS}, ${LABEL_SETTINGS}`,

  // A replay writes the row again with a higher version.
  `CREATE TABLE IF NOT EXISTS rejections (
    id UUID,
    app_id LowCardinality(String),
    received_at DateTime64(3, 'UTC'),
    issues String CODEC(ZSTD(1)),
    payload String CODEC(ZSTD(1)),
    replayed_as String,
    version UInt64,
    payload_bytes UInt32
  )
  ENGINE = ReplacingMergeTree(version)
  ORDER BY (app_id, received_at, id)
  TTL toDateTime(received_at) + INTERVAL 30 DAY
  SETTINGS ${SETTINGS}`,

  OUTLINES,
  SCORES,
];
