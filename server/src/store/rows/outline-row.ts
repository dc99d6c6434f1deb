/** Rows of outlines, the spans around model calls. A span that arrives again replaces its row. */
import { hash } from 'node:crypto';
import type { Outline } from '../../envelope/outline.ts';

export type StoredOutline = Outline & { appId: string; receivedAt: number };

export const OUTLINES = `CREATE TABLE IF NOT EXISTS outlines (
    id UUID,
    app_id LowCardinality(String),
    received_at DateTime64(3, 'UTC'),
    trace_id String,
    span_id String,
    parent_span_id String,
    name LowCardinality(String),
    kind LowCardinality(String),
    started_at DateTime64(3, 'UTC'),
    ended_at DateTime64(3, 'UTC'),
    failed Bool
  )
  ENGINE = ReplacingMergeTree
  ORDER BY (app_id, trace_id, id)
  TTL toDateTime(received_at) + INTERVAL 90 DAY
  SETTINGS non_replicated_deduplication_window = 10000, fsync_after_insert = 1, fsync_part_directory = 1`;

type Column = { type: string; value: (outline: StoredOutline) => unknown };

/** '' stands for null in texts, and 1970 in times. */
const COLUMNS: Readonly<Record<string, Column>> = {
  id: { type: 'UUID', value: ({ traceId, spanId }) => uuidOf(`${traceId}/${spanId}`) },
  app_id: { type: 'String', value: ({ appId }) => appId },
  received_at: { type: 'DateTime64(3)', value: ({ receivedAt }) => receivedAt },
  trace_id: { type: 'String', value: ({ traceId }) => traceId },
  span_id: { type: 'String', value: ({ spanId }) => spanId },
  parent_span_id: { type: 'String', value: ({ parentSpanId }) => parentSpanId ?? '' },
  name: { type: 'String', value: ({ name }) => name },
  kind: { type: 'String', value: ({ kind }) => kind },
  started_at: { type: 'DateTime64(3)', value: ({ startedAt }) => startedAt ?? 0 },
  ended_at: { type: 'DateTime64(3)', value: ({ endedAt }) => endedAt ?? 0 },
  failed: { type: 'Bool', value: ({ failed }) => failed },
};

export const OUTLINE_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(COLUMNS).map(([name, { type }]) => [name, type]),
);
export const OUTLINE_COLUMNS: readonly string[] = [...OUTLINE_TYPES.keys()];

/** Values of a row for JSON, in the order of the columns. */
export function outlineValues(outline: StoredOutline): unknown[] {
  return Object.values(COLUMNS).map(({ value }) => value(outline));
}

/** A stable id of a span, the same in every application. */
function uuidOf(name: string): string {
  return hash('sha256', name, 'hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
