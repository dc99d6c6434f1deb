/** The SQL of the fields that questions filter and group by. */
import {
  FIELDS,
  type FieldsWith,
  type PlainDimension,
  type RangeField,
  type ValueFilter,
} from '@parley/contract';
import type { InteractionColumn } from '../store/rows/interaction-row.ts';
import { ERROR_GROUP } from './error-group.ts';

/** A field of the clock is computed from the time zone of a question: `analytics/time.ts`. */
export type ClockDimension = FieldsWith<{ type: 'clock' }>;

type StoredField = Exclude<PlainDimension | ValueFilter | RangeField, ClockDimension>;
type ComputedField = Exclude<StoredField, FieldsWith<{ column: string }>>;

const COMPUTED: Record<ComputedField, string> = {
  errorGroup: ERROR_GROUP,
  // Codes contain no quotes, and quotes within a message are escaped.
  warning: `if(empty(warnings), [''], extractAll(warnings, '"code":"([^"]+)"'))`,
};

/** The values of a field; an array of them where an interaction has several. No value is an empty text. */
export function fieldSql(name: StoredField): string {
  return isComputed(name) ? COMPUTED[name] : columnOf(name);
}

function columnOf(name: Exclude<StoredField, ComputedField>): InteractionColumn {
  return FIELDS[name].column;
}

function isComputed(name: StoredField): name is ComputedField {
  return Object.hasOwn(COMPUTED, name);
}
