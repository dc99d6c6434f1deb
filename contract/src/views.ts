/** Saved views: a page of the console with its range, filters and order, under a name. */
import { z } from 'zod';
import { Timestamp } from './record.ts';
import { TrimmedText } from './text.ts';

/** Pages of the console that can be saved; `console/src/pages/page-list.ts` has to match. Names are stored. */
export const ViewPage = z.enum([
  'overview',
  'interactions',
  'sessions',
  'users',
  'models',
  'prompts',
  'errors',
]);
export type ViewPage = z.infer<typeof ViewPage>;

/** Maximum size of a view's search: a long text and a few dozen filters. */
const MAX_SEARCH_BYTES = 8 * 1024;
/** Maximum number of views of a person in an application; a usable sidebar has far fewer. */
export const MAX_VIEWS = 200;

/** The limit also keeps addresses of the console at a sane length. */
function fits(search: object): boolean {
  return new TextEncoder().encode(JSON.stringify(search)).byteLength <= MAX_SEARCH_BYTES;
}

export const ViewSearch = z
  .record(
    z
      .string()
      .max(100)
      .regex(/^[A-Za-z][\w.-]*$/, 'Letters, digits, `.`, `_` and `-`, beginning with a letter'),
    z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
  )
  .refine(fits, { message: `At most ${MAX_SEARCH_BYTES} bytes of JSON` })
  .describe(
    `The parameters of the page as its address has them, such as \`range\`, \`model\`, \`q\`, \`in\` or \`orderBy\`; at most ${MAX_SEARCH_BYTES} bytes of JSON`,
  );
export type ViewSearch = z.infer<typeof ViewSearch>;

const Id = z.string().regex(/^\w{1,64}$/);
const ViewName = TrimmedText.min(1).max(100);

export const SavedView = z.object({
  id: z.string(),
  app: z.string(),
  name: z.string(),
  page: ViewPage,
  search: ViewSearch,
  shared: z
    .boolean()
    .describe('Whether everybody in the account of the application sees it, or only its maker'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  createdBy: z.object({ id: z.string(), name: z.string() }),
  mine: z.boolean().describe('Whether whoever asks has made it'),
});
export type SavedView = z.infer<typeof SavedView>;

export const ListViewsQuery = z.object({ app: z.string().optional() }).strict();
export const SavedViewList = z.object({ data: z.array(SavedView) });

export const NewViewBody = z
  .object({
    app: Id,
    name: ViewName,
    page: ViewPage,
    search: ViewSearch,
    shared: z.boolean().default(false),
  })
  .strict();
export type NewViewBody = z.output<typeof NewViewBody>;

export const ViewChanges = z
  .object({
    name: ViewName.optional(),
    page: ViewPage.optional(),
    search: ViewSearch.optional(),
    shared: z.boolean().optional().describe('Only the maker of a view changes who sees it'),
  })
  .strict()
  .refine((changes) => Object.keys(changes).length > 0, { message: 'Says nothing to change' });
export type ViewChanges = z.output<typeof ViewChanges>;

export const ViewParams = z.object({ viewId: Id });
