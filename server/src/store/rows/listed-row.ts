/** A row as lists read it: a small one with its bodies, a large one with its listing. */
import { z } from 'zod';
import { BYTES_AT_HAND, LISTING, PART_AT_HAND } from './content.ts';
import { InteractionRow, selectOf } from './interaction-row.ts';
import { Listing } from './listing.ts';

/** Approximate bytes of a row in a response. */
export const LISTED_BYTES = `${BYTES_AT_HAND} + length(record)`;

/** A row as `LISTED_SELECT` returns it. */
export const ListedRow = InteractionRow.extend({
  listing: z.string().transform((json) => (json === '' ? null : Listing.parse(JSON.parse(json)))),
  large_bytes: z.number(),
  bytes: z.number(),
});
export type ListedRow = z.infer<typeof ListedRow>;

/** Does not read the column `large`. */
export const LISTED_SELECT = selectOf(ListedRow, {
  request: PART_AT_HAND.request,
  response: PART_AT_HAND.response,
  listing: LISTING,
  bytes: LISTED_BYTES,
});
