/** What every question can be narrowed by; the same names everywhere. */
import { z } from 'zod';
import { RECORDED_FORMATS } from './formats.ts';
import { From, To } from './instant.ts';
import { LABEL_VALUE_LENGTH, LabelName, MOST_LABELS } from './labels.ts';
import { FinishReason, Outcome } from './record.ts';

/** A name given once or several times; one of them has to fit. */
function oneOrMore<T extends z.ZodType<string>>(value: T) {
  return z.union([value.transform((one) => [one]), z.array(value).min(1).max(100)]);
}

/** Names have 256 characters at most, of which some count as two in a string's length. */
export const Name = z.string().max(2 * 256);
/** An empty name asks for the interactions that have none. */
const names = oneOrMore(Name);
/** `true` and `false` as a query string or a JSON body has them. */
export const Flag = z.union([
  z.boolean(),
  z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1'),
]);

/** Characters of a message that tell a group of errors from another. */
export const ERROR_GROUP_LENGTH = 300;

/** Filters by values: one of those that are given has to fit, or none may where it is asked for as `not.NAME`. */
const BY_VALUE = {
  format: oneOrMore(z.enum(RECORDED_FORMATS)).optional(),
  provider: names.optional().describe('Whose model it was; an empty one: not known'),
  type: names.optional(),
  model: names.optional().describe('The model that answered; an empty one: none is known'),
  requestedModel: names.optional().describe('The model that was asked for; an empty one: none was named'),
  session: names.optional().describe('The name of the session; an empty one: no session'),
  user: names.optional().describe('The key of the user; an empty one: nobody was named'),
  outcome: oneOrMore(Outcome).optional(),
  finishReason: oneOrMore(z.union([FinishReason, z.literal('')])).optional(),
  errorType: names.optional().describe('The kind of error, as the upstream names it; an empty one: none'),
  errorCode: names.optional().describe('The code of the error; an empty one: none'),
  errorGroup: oneOrMore(z.string().max(2 * ERROR_GROUP_LENGTH))
    .optional()
    .describe('The message of the error with ids and numbers masked, as the dimension has it'),
  trace: names.optional().describe('The id of the trace; an empty one: no trace'),
  warning: names
    .optional()
    .describe('The code of a warning, such as `cost_differs_from_stated`; an empty one: no warnings'),
  labels: z
    .record(LabelName, oneOrMore(z.string().max(2 * LABEL_VALUE_LENGTH)))
    .refine((labels) => Object.keys(labels).length <= MOST_LABELS, 'Too many labels')
    .optional()
    .describe('Each as `label.NAME=VALUE`; an empty value: those without the label')
    .meta({ 'x-parameter': 'label.NAME' }),
};

type Negated<T> = { [K in keyof T & string as `not.${K}`]: T[K] };

/** The same filters the other way round, under names of their own. */
function negated<T extends Record<string, z.ZodType>>(filters: T): Negated<T> {
  const entries = Object.entries(filters).map(([name, schema]) => {
    const { 'x-parameter': parameter } = schema.meta() ?? {};
    const meta = {
      description: `Everything but these, also what has no value; see \`${parameter ?? name}\``,
      ...(parameter === undefined ? {} : { 'x-parameter': `not.${parameter}` }),
    };
    return [`not.${name}`, schema.meta(meta)] as const;
  });
  // What `fromEntries` forgets: which name has which schema.
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
  minLatencyMs: z.coerce.number().nonnegative().optional(),
  maxLatencyMs: z.coerce.number().nonnegative().optional(),
  minCostUsd: z.coerce.number().nonnegative().optional(),
  maxCostUsd: z.coerce.number().nonnegative().optional(),
  minTokens: z.coerce.number().nonnegative().optional().describe('Tokens in all'),
  maxTokens: z.coerce.number().nonnegative().optional().describe('Tokens in all'),
  q: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe('Words that all have to occur in the input or the output; "a phrase" in double quotes'),
});
export type InteractionFilters = z.output<typeof InteractionFilters>;

export const Limit = z.coerce.number().int().min(1).max(500).default(50);
/** As long as the longest name of a user makes it: 256 characters of four bytes, and some more around them. */
export const CursorText = z.string().max(2000).describe('`nextCursor` of the page before');
export const Direction = z.enum(['desc', 'asc']).default('desc');

/** A page of a list: `nextCursor` is null on the last one. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ data: z.array(item), nextCursor: z.string().nullable() });
}
