/** The filters of every query about interactions, under the same names everywhere. */
import { z } from 'zod';
import {
  FIELDS,
  type Field,
  type FieldsWith,
  RANGE_FIELDS,
  type RangeFilter,
  rangeFilters,
  VALUE_FILTERS,
  type ValueFilter,
} from './fields.ts';
import { RECORDED_FORMATS } from './formats.ts';
import { From, To } from './instant.ts';
import { LABEL_VALUE_LENGTH, LabelName, MAX_LABELS } from './labels.ts';
import { FinishReason, Outcome } from './record.ts';
import { ScoreFilters, ScoreName } from './score-filters.ts';
import { SEARCH_IN } from './search/search-in.ts';

/** A value given once or several times, as a list. */
export function oneOrMore<T extends z.ZodType<string>>(value: T) {
  return z.union([value.transform((one) => [one]), z.array(value).min(1).max(100)]);
}

/** Names have at most 256 characters, some of which are two UTF-16 code units. An empty name asks for none. */
export const Name = z.string().max(2 * 256);
/** A boolean, as in a query string or a JSON body. */
export const Flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1'),
]);

/** Length of the masked message by which errors are grouped. */
export const ERROR_GROUP_LENGTH = 300;

/** Schemas of filters whose values are not free names. */
const LISTED_VALUES = {
  format: z.enum(RECORDED_FORMATS),
  type: Name,
  outcome: Outcome,
  finishReason: z.union([FinishReason, z.literal('')]),
  errorGroup: z.string().max(2 * ERROR_GROUP_LENGTH),
} satisfies Record<FieldsWith<{ filter: 'listed' }>, z.ZodType<string>>;

const SCHEMAS: Partial<Record<ValueFilter, z.ZodType<string>>> = LISTED_VALUES;

type Value<N extends ValueFilter> = N extends keyof typeof LISTED_VALUES
  ? z.output<(typeof LISTED_VALUES)[N]>
  : string;
type Values = { [N in ValueFilter]: z.ZodOptional<z.ZodType<Value<N>[], Value<N> | Value<N>[]>> };

/** Filters by values: an interaction matches if it has one of them. */
const BY_VALUE = {
  ...(Object.fromEntries<z.ZodType>(
    VALUE_FILTERS.map((name) => {
      const values = oneOrMore(SCHEMAS[name] ?? Name);
      return [name, values.optional().describe(describeField(FIELDS[name]))];
    }),
    // `fromEntries` loses which name has which schema.
  ) as Values),
  labels: z
    .record(LabelName, oneOrMore(z.string().max(2 * LABEL_VALUE_LENGTH)))
    .refine((labels) => Object.keys(labels).length <= MAX_LABELS, 'Too many labels')
    .optional()
    .describe('Each as `label.NAME=VALUE`; an empty value matches interactions without the label')
    .meta({ 'x-parameter': 'label.NAME' }),
};

const Bound = z.coerce.number().nonnegative().optional();

const BY_RANGE = Object.fromEntries(
  RANGE_FIELDS.flatMap((name) => {
    const { about } = FIELDS[name];
    const { min, max } = rangeFilters(name);
    return [
      [min, Bound.describe(`${about}: at least`)],
      [max, Bound.describe(`${about}: at most`)],
    ];
  }),
) as Record<RangeFilter, typeof Bound>;

type Negated<T> = { [K in keyof T & string as `not.${K}`]: T[K] };

/** The same filters, negated, each under the name `not.NAME`. */
function negated<T extends Record<string, z.ZodType>>(filters: T): Negated<T> {
  const entries = Object.entries(filters).map(([name, schema]) => {
    const { 'x-parameter': parameter } = schema.meta() ?? {};
    const meta = {
      description: `Everything but these values, also interactions without a value; see \`${parameter ?? name}\``,
      ...(parameter === undefined ? {} : { 'x-parameter': `not.${parameter}` }),
    };
    return [`not.${name}`, schema.meta(meta)] as const;
  });
  // `fromEntries` loses which name has which schema.
  return Object.fromEntries(entries) as Negated<T>;
}

export const InteractionFilters = z.object({
  app: oneOrMore(z.string().min(1).max(64)).optional().describe('Applications, by id'),
  from: From.optional().describe(
    'The earliest time of the request, inclusive; a date is the beginning of that day',
  ),
  to: To.optional().describe(
    'The time of the request before which to look, exclusive; a date is the end of that day',
  ),
  ...BY_VALUE,
  ...negated(BY_VALUE),
  ...BY_RANGE,
  scores: ScoreFilters,
  scored: oneOrMore(ScoreName)
    .optional()
    .describe('Names of scores: interactions that have one of them, or whose session, user or trace has'),
  'not.scored': oneOrMore(ScoreName)
    .optional()
    .describe('Names of scores: interactions that have none of them'),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Words that all have to occur in what was said; "a phrase" in double quotes'),
  in: z
    .enum(SEARCH_IN)
    .optional()
    .describe(
      'Whose words `q` looks at; without `q` it means nothing. When absent: what people and the assistant said anew in this turn. `user`, `assistant`, `tool`: only that; `system`: a system prompt where its conversation begins; `any`: everything, also the history that later turns repeat',
    ),
});
export type InteractionFilters = z.output<typeof InteractionFilters>;

/** The description of a filter, including the meaning of an empty value. */
export function describeField({ about = '', none }: Field): string {
  return none === undefined ? about : `${about}. An empty value: ${none.toLowerCase()}`;
}

export const Limit = z.coerce.number().int().min(1).max(500).default(50);
/** Long enough for a user key of 256 four-byte characters and the rest of the cursor. */
export const CursorText = z.string().max(2000).describe('`nextCursor` of the page before');
export const Direction = z.enum(['desc', 'asc']).default('desc');

/** A page of a list: `nextCursor` is null on the last one. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), nextCursor: z.string().nullable() });
}
