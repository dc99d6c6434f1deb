/** The tables of the store for copying: their rows in a defined order, by day and in chunks. */
import { CONTENT_BYTES } from '../store/rows/content.ts';
import { INTERACTION_COLUMNS, INTERACTION_TYPES } from '../store/rows/interaction-row.ts';
import { OUTLINE_TYPES } from '../store/rows/outline-row.ts';
import { SCORE_TYPES } from '../store/rows/score-row.ts';

export type TransferTable = {
  name: 'interactions' | 'rejections' | 'outlines' | 'scores';
  /** The table or subquery that has each row once. */
  from: string;
  columns: readonly string[];
  /** The column that defines the day of a row. */
  time: string;
  /** Orders a slice, together with the id: later rows come after earlier ones. */
  order: string;
  /** Approximate bytes of a row. */
  bytes: string;
  /** An expression that differs between different rows. */
  checksum: string;
};

/** Bodies are not part of the checksum: their sizes are, and files of them have their own. */
const BODIES = new Set(['content', 'large', 'payload']);

const TYPES: Record<TransferTable['name'], ReadonlyMap<string, string>> = {
  interactions: new Map(INTERACTION_COLUMNS.map((name, i) => [name, INTERACTION_TYPES[i] ?? ''])),
  rejections: new Map([
    ['id', 'UUID'],
    ['app_id', 'String'],
    ['received_at', 'DateTime64(3)'],
    ['issues', 'String'],
    ['payload', 'String'],
    ['payload_bytes', 'UInt32'],
    ['replayed_as', 'String'],
    ['version', 'UInt64'],
  ]),
  outlines: OUTLINE_TYPES,
  scores: SCORE_TYPES,
};

export const INTERACTIONS: TransferTable = withColumns(
  {
    name: 'interactions',
    from: 'interactions',
    time: 'requested_at',
    order: 'stored_at',
    bytes: `${CONTENT_BYTES} + 500`,
  },
  [...TYPES.interactions.keys()],
);

export const REJECTIONS: TransferTable = withColumns(
  {
    name: 'rejections',
    from: 'rejections FINAL',
    time: 'received_at',
    order: 'received_at',
    bytes: 'payload_bytes + length(issues) + 100',
  },
  [...TYPES.rejections.keys()],
);

export const OUTLINES: TransferTable = withColumns(
  {
    name: 'outlines',
    from: 'outlines FINAL',
    time: 'received_at',
    order: 'received_at',
    bytes: '200',
  },
  [...TYPES.outlines.keys()],
);

export const SCORES: TransferTable = withColumns(
  {
    name: 'scores',
    from: 'scores FINAL',
    time: 'received_at',
    order: 'received_at',
    bytes: 'length(comment) + 200',
  },
  [...TYPES.scores.keys()],
);

export const TABLES: readonly TransferTable[] = [INTERACTIONS, REJECTIONS, OUTLINES, SCORES];

/** A table with the columns of an earlier version. Throws for columns that only a later one has. */
export function withColumns(
  table: Omit<TransferTable, 'columns' | 'checksum'>,
  columns: readonly string[],
): TransferTable {
  const types = TYPES[table.name];
  const unknown = columns.filter((name) => !types.has(name));
  if (unknown.length > 0) throw new Error(`${table.name} has no ${unknown.join(', ')} in this version.`);
  const values = columns.flatMap((name) => (BODIES.has(name) ? [] : hashed(name, types.get(name) ?? '')));
  return { ...table, columns, checksum: `cityHash64(${values.join(', ')})` };
}

/** The same value on every engine, however it stores a column. */
function hashed(name: string, type: string): string[] {
  if (type === 'String') return [`toString(${name})`];
  if (type.startsWith('Map')) return [`toString(mapSort(${name}))`];
  return type.startsWith('Nullable') ? [`ifNull(${name}, 0)`, `isNull(${name})`] : [name];
}
