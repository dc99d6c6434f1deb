/** Scores: what people, programs and reviewers think of an interaction, a session, a user or a trace. */
import { z } from 'zod';
import { CursorText, Limit, Name, pageOf } from './filters.ts';
import { Instant } from './instant.ts';
import { Timestamp } from './record.ts';
import { SCORE_TEXT_LENGTH, ScoreName } from './score-filters.ts';
import { CORRECTION, CORRECTION_LENGTH, SCORE_COMMENT_LENGTH } from './score-limits.ts';

export const MAX_SCORES = 1000;

export const SCORE_SOURCES = ['user', 'review', 'api', 'judge'] as const;
export const ScoreSource = z.enum(SCORE_SOURCES);
export type ScoreSource = z.infer<typeof ScoreSource>;

/** The kinds of values; all values of a name in an application are of one kind. */
export const SCORE_KINDS = ['number', 'boolean', 'text'] as const;
export type ScoreKind = (typeof SCORE_KINDS)[number];

/** What a score is about, by the member that names it. */
export const SCORE_TARGETS = ['interaction', 'upstreamId', 'session', 'user', 'trace'] as const;
export type ScoreTarget = (typeof SCORE_TARGETS)[number];

const TARGETS = {
  interaction: z.uuid().optional().describe('The id of the interaction'),
  upstreamId: Name.min(1)
    .optional()
    .describe('The id that the upstream gave the response, such as `chatcmpl-…` or `msg_…`'),
  session: Name.min(1).optional().describe('The name of the session'),
  user: Name.min(1).optional().describe('The key of the user'),
  trace: Name.min(1).optional().describe('The id of the trace'),
} satisfies Record<ScoreTarget, z.ZodType>;

const text = (length: number) => z.string().max(length);

/** A correction is a whole answer. */
function commentFits({ name, comment = '' }: { name: string; comment?: string | undefined }): boolean {
  return comment.length <= (name === CORRECTION ? CORRECTION_LENGTH : SCORE_COMMENT_LENGTH);
}
const COMMENT_TOO_LONG = {
  path: ['comment'],
  message: `A comment has ${SCORE_COMMENT_LENGTH} characters at most, that of a ${CORRECTION} ${CORRECTION_LENGTH}`,
};
const Comment = text(CORRECTION_LENGTH)
  .optional()
  .describe(
    `${SCORE_COMMENT_LENGTH} characters at most; of a \`${CORRECTION}\`, the right answer, ${CORRECTION_LENGTH} at most`,
  );

const ScoreValue = z
  .union([z.number(), z.boolean(), text(SCORE_TEXT_LENGTH).min(1), z.null()])
  .describe('A number, a boolean or a word; all values of a name are of one kind. `null` deletes the score');

export const ScoreInput = z
  .object({
    id: text(SCORE_TEXT_LENGTH)
      .min(1)
      .optional()
      .describe('Names the score: a newer one with the same id replaces it. Else target, name and author do'),
    ...TARGETS,
    name: ScoreName,
    value: ScoreValue,
    comment: Comment,
    author: text(SCORE_TEXT_LENGTH).min(1).optional().describe('Who says so'),
    source: ScoreSource.optional().describe('`api` when absent'),
    at: Instant.optional().describe('When it was said; the newest wins. The time of receipt when absent'),
  })
  .strict()
  .refine(commentFits, COMMENT_TOO_LONG)
  .refine(
    (score) => SCORE_TARGETS.filter((target) => score[target] !== undefined).length === 1,
    `Name one target: ${SCORE_TARGETS.join(', ')}`,
  );
export type ScoreInput = z.output<typeof ScoreInput>;

export const ScoresBody = z.union([ScoreInput, z.array(ScoreInput).min(1).max(MAX_SCORES)]);

/** What a token for feedback allows: scores by one author about one target. */
export const FeedbackGrant = z
  .object({
    app: z.string().max(100),
    ...TARGETS,
    names: z.record(ScoreName, z.enum(SCORE_KINDS)),
    author: text(SCORE_TEXT_LENGTH).min(1),
    until: z.int().nonnegative(),
  })
  .strict()
  .refine((grant) => SCORE_TARGETS.filter((target) => grant[target] !== undefined).length === 1);
export type FeedbackGrant = z.output<typeof FeedbackGrant>;

export const FeedbackBody = z
  .object({
    token: z.string().max(8000).describe("Signed by the application's own server"),
    name: ScoreName.describe('One of those that the token is for'),
    value: ScoreValue,
    comment: Comment,
  })
  .strict()
  .refine(commentFits, COMMENT_TOO_LONG);
export type FeedbackBody = z.output<typeof FeedbackBody>;

export const ScoresQuery = z
  .object({ app: z.string().optional().describe('The application, for people who may score in several') })
  .strict();

export const ScoresAnswer = z.object({
  status: z.literal('ok'),
  ids: z.array(z.uuid()).describe('The ids of the scores, in the order of the request'),
});

export const Score = z.object({
  id: z.uuid(),
  appId: z.string(),
  ...TARGETS,
  name: z.string(),
  value: z.union([z.number(), z.boolean(), z.string()]),
  comment: z.string().nullable(),
  author: z.string().nullable(),
  source: ScoreSource,
  at: Timestamp,
  receivedAt: Timestamp,
});
export type Score = z.infer<typeof Score>;

/** A score as the live tail sends it. */
export const ScoreEvent = Score.extend({
  value: Score.shape.value.nullable().describe('`null` when the score was deleted'),
});
export type ScoreEvent = z.infer<typeof ScoreEvent>;

/** The scores of something that is listed. Its newest 100 at most. */
export const Scores = z
  .array(Score)
  .optional()
  .describe(
    'Its scores, newest first, 100 at most. Those of an interaction name its id or the id of its response',
  );

export const ListScoresQuery = z
  .object({
    app: z.string().optional(),
    ...TARGETS,
    name: ScoreName.optional(),
    author: Name.optional(),
    source: ScoreSource.optional(),
    limit: Limit,
    cursor: CursorText.optional(),
  })
  .strict();
export type ListScoresQuery = z.output<typeof ListScoresQuery>;

export const ScoreList = pageOf(Score);
export type ScoreList = z.infer<typeof ScoreList>;

/** A name under which an application has scores, and what its values are. */
export const ScoreUse = z.object({
  appId: z.string(),
  name: z.string(),
  kind: z.enum(SCORE_KINDS),
  scores: z.int().describe('How many there are'),
  mean: z.number().nullable().describe('Of booleans the share of `true`; null for words'),
  min: z.number().nullable(),
  max: z.number().nullable(),
  values: z.array(z.string()).describe('Of words: the 20 most frequent'),
});
export type ScoreUse = z.infer<typeof ScoreUse>;

export const ListScoreNamesQuery = z.object({ app: z.string().optional() }).strict();
export type ListScoreNamesQuery = z.output<typeof ListScoreNamesQuery>;

export const ScoreNameList = z.object({ data: z.array(ScoreUse) });
export type ScoreNameList = z.infer<typeof ScoreNameList>;
