import { z } from 'zod';
import { SORTS } from './fields.ts';
import { CursorText, Direction, InteractionFilters, Limit, oneOrMore, pageOf } from './filters.ts';
import { Interaction, Role } from './record.ts';
import { ScoreDimension } from './score-filters.ts';
import { Scores } from './scores.ts';

export const INTERACTION_ORDERS = ['time', ...SORTS] as const;

export const ListInteractionsQuery = InteractionFilters.extend({
  orderBy: z
    .union([z.enum(INTERACTION_ORDERS), ScoreDimension], {
      error: `Order by one of ${INTERACTION_ORDERS.join(', ')}, or by score.NAME for a score`,
    })
    .default('time')
    .describe(
      `${INTERACTION_ORDERS.join(', ')} or \`score.NAME\`. \`time\` is that of the request. Those without a value come last, either way`,
    ),
  order: Direction,
  limit: Limit,
  cursor: CursorText.optional(),
}).strict();
export type ListInteractionsQuery = z.output<typeof ListInteractionsQuery>;

/** An excerpt of the text around the first match. */
export const Snippet = z.object({
  text: z.string(),
  matches: z
    .array(z.tuple([z.int().nonnegative(), z.int().nonnegative()]))
    .describe('Pairs of start and end, in UTF-16 code units'),
});
export type Snippet = z.infer<typeof Snippet>;

/** A snippet and who said it. */
export const Highlight = Snippet.extend({
  role: Role.nullable().describe(
    'Who said it; null in the history of an interaction that is too large for lists',
  ),
});
export type Highlight = z.infer<typeof Highlight>;

/** Only of what the search looks at: see the parameter `in`. */
export const Highlights = z.object({ input: Highlight.nullable(), output: Highlight.nullable() });
export type Highlights = z.infer<typeof Highlights>;

/** An interaction with its scores. */
export const ScoredInteraction = Interaction.extend({ scores: Scores });
export type ScoredInteraction = z.infer<typeof ScoredInteraction>;

export const ListedInteraction = ScoredInteraction.extend({
  truncated: z
    .literal(true)
    .optional()
    .describe(
      'Messages are left out or shortened, and the texts with them: `GET /v1/interactions/:id` has all',
    ),
  highlights: Highlights.optional().describe('Where the words were found, when the question had a `q`'),
});
export type ListedInteraction = z.infer<typeof ListedInteraction>;

export const InteractionList = pageOf(ListedInteraction);
export type InteractionList = z.infer<typeof InteractionList>;

/** The request and the response as they were sent, byte for byte. */
export const RawInteraction = z.object({ request: z.unknown(), response: z.unknown() });

/** The position of an interaction in its session. */
export const InteractionTurn = z.object({
  turn: z.int().positive().describe('1 for the first interaction of the session'),
  turns: z.int().positive().describe('How many interactions the session has so far'),
  previousId: z.uuid().nullable().describe('The interaction before it in the session'),
});
export type InteractionTurn = z.infer<typeof InteractionTurn>;

/**
 * The filters of the list whose neighbouring entries are asked for; the interaction itself need not match
 * them.
 */
export const NeighboursQuery = InteractionFilters.strict();
export type NeighboursQuery = z.output<typeof NeighboursQuery>;

export const Neighbours = z.object({
  newerId: z.uuid().nullable().describe('The interaction above it in the list, newest first'),
  olderId: z.uuid().nullable().describe('The interaction below it in the list'),
});
export type Neighbours = z.infer<typeof Neighbours>;

/** Id of an event of the live tail: time of receipt and id of the interaction. */
export const EventId = z.stringFormat('event id', /^\d{1,15}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

export const TailQuery = InteractionFilters.omit({ to: true, from: true })
  .extend({
    lastEventId: EventId.optional().describe(
      'As the header `Last-Event-ID`, which counts when both are there',
    ),
  })
  .strict();
export type TailQuery = z.output<typeof TailQuery>;

export const TailHeaders = z.object({
  'Last-Event-ID': z.string().optional().describe('The id of the last event that arrived: go on after it'),
});

export const EXPORT_FORMATS = ['csv', 'jsonl', 'parquet'] as const;
export const ExportFormat = z.enum(EXPORT_FORMATS).default('csv');
/** Up to 100, as of any filter: they have to fit into an address. */
export const ExportedIds = oneOrMore(z.uuid()).optional();
export const ExportQuery = InteractionFilters.extend({
  id: ExportedIds.describe('Only these interactions, by id; 100 at most'),
  as: ExportFormat,
}).strict();
export type ExportQuery = z.output<typeof ExportQuery>;
