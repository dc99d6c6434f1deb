/** The tables of the store as they are carried elsewhere: rows in an order of their own, day by day and piece by piece. */
import { CONTENT_BYTES } from '../store/rows/content.ts';
import { INTERACTION_COLUMNS, INTERACTION_TYPES } from '../store/rows/interaction-row.ts';
import { OUTLINE_TYPES } from '../store/rows/outline-row.ts';

export type TransferTable = {
  name: 'interactions' | 'rejections' | 'outlines';
  /** Where its rows are read, each of them once. */
  from: string;
  columns: readonly string[];
  /** Whose days slices are of. */
  time: string;
  /** With the id, the order of a slice: whatever comes later stands behind it. */
  order: string;
  /** Of a row, about. */
  bytes: string;
  /** A number that another row would have another one of. */
  checksum: string;
};

/** Bodies are not looked at: their sizes are, and files of them have sums of their own. */
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

export const TABLES: readonly TransferTable[] = [INTERACTIONS, REJECTIONS, OUTLINES];

/** A table as an earlier version had it. Throws for columns that only a later one has. */
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

/** The same on every engine, however it keeps a column. */
function hashed(name: string, type: string): string[] {
  if (type === 'String') return [`toString(${name})`];
  if (type.startsWith('Map')) return [`toString(mapSort(${name}))`];
  return type.startsWith('Nullable') ? [`ifNull(${name}, 0)`, `isNull(${name})`] : [name];
}
