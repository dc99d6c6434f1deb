/** Review: queues of interactions or sessions that people answer questions about. Answers are scores. */
import { z } from 'zod';
import { Direction, InteractionFilters } from './filters.ts';
import { From, To } from './instant.ts';
import { Interaction, Message, Timestamp } from './record.ts';
import { SCORE_TEXT_LENGTH, ScoreName } from './score-filters.ts';
import { SCORE_COMMENT_LENGTH } from './score-limits.ts';
import { TrimmedText } from './text.ts';

/** Queues of an application, closed ones included. */
export const MAX_QUEUES = 50;
/** Items of a queue: months of work for one person, and few enough to be kept as rows of the metadata. */
export const MAX_QUEUE_ITEMS = 10_000;
export const MAX_QUESTIONS = 10;
/** Each value has a key: the digits. */
const MAX_CHOICES = 10;
const MAX_ASSIGNEES = 100;

/** Turns of a session that a reviewer is shown. */
export const REVIEWED_TURNS = 100;

const Id = z.string().regex(/^\w{1,64}$/);
const QueueName = TrimmedText.min(1).max(100);

const Asked = z.object({
  name: ScoreName.describe('The name of the score that an answer becomes'),
  text: TrimmedText.min(1).max(200).describe('What reviewers are asked'),
});
const Word = TrimmedText.min(1).max(SCORE_TEXT_LENGTH / 4);

export const Question = z.discriminatedUnion('kind', [
  Asked.extend({ kind: z.literal('boolean') }).strict(),
  Asked.extend({ kind: z.literal('number'), min: z.int().min(0).max(10), max: z.int().min(0).max(10) })
    .strict()
    .refine(({ min, max }) => min < max && max - min < MAX_CHOICES, {
      path: ['max'],
      message: `Two to ${MAX_CHOICES} whole numbers`,
    }),
  Asked.extend({ kind: z.literal('word'), options: z.array(Word).min(2).max(MAX_CHOICES) })
    .strict()
    .refine(({ options }) => new Set(options).size === options.length, {
      path: ['options'],
      message: 'No option twice',
    }),
]);
export type Question = z.infer<typeof Question>;

export const REVIEW_UNITS = ['interaction', 'session'] as const;
export const ReviewUnit = z.enum(REVIEW_UNITS);
export type ReviewUnit = z.infer<typeof ReviewUnit>;

const Reviewers = z
  .union([z.literal(1), z.literal(2)])
  .describe('How many people review each item; with two, their agreement can be measured');

const QueueFilters = InteractionFilters.omit({ app: true, from: true, to: true });
export type QueueFilters = z.output<typeof QueueFilters>;

export const NewQueueBody = z
  .object({
    app: Id,
    name: QueueName,
    unit: ReviewUnit.default('interaction'),
    from: From.optional(),
    to: To.optional().describe('When absent, interactions that arrive later join the queue'),
    filters: QueueFilters.strict().default({}),
    order: Direction.describe('Newest or oldest first, among those that nobody has reviewed'),
    limit: z
      .int()
      .min(1)
      .max(MAX_QUEUE_ITEMS)
      .default(MAX_QUEUE_ITEMS)
      .describe('The most items, in that order'),
    questions: z
      .array(Question)
      .min(1)
      .max(MAX_QUESTIONS)
      .refine((questions) => new Set(questions.map(({ name }) => name)).size === questions.length, {
        message: 'No name twice',
      }),
    reviewers: Reviewers.default(1),
    assignees: z
      .array(Id)
      .min(1)
      .max(MAX_ASSIGNEES)
      .optional()
      .describe('Ids of people; everybody whose role allows it, when absent'),
  })
  .strict();
export type NewQueueBody = z.output<typeof NewQueueBody>;

export const QueueChanges = z
  .object({
    name: QueueName.optional(),
    assignees: z
      .array(Id)
      .min(1)
      .max(MAX_ASSIGNEES)
      .nullable()
      .optional()
      .describe('`null`: everybody whose role allows it'),
    closed: z.boolean().optional().describe('A closed queue hands out no items'),
  })
  .strict()
  .refine((changes) => Object.keys(changes).length > 0, { message: 'Says nothing to change' });
export type QueueChanges = z.output<typeof QueueChanges>;

export const QueueProgress = z.object({
  items: z.int().nonnegative(),
  done: z.int().nonnegative().describe('Items that as many people have reviewed as the queue asks for'),
  mine: z.int().nonnegative().describe('Items that you have reviewed'),
  left: z.int().nonnegative().describe('Items that you can still review, or that others review right now'),
});
export type QueueProgress = z.infer<typeof QueueProgress>;

const Person = z.object({ id: z.string(), name: z.string(), email: z.string() });

export const ReviewQueue = z.object({
  id: z.string(),
  app: z.string(),
  appName: z.string(),
  name: z.string(),
  unit: ReviewUnit,
  questions: z.array(Question),
  reviewers: Reviewers,
  createdAt: Timestamp,
  closedAt: Timestamp.nullable(),
  progress: QueueProgress,
  mayReview: z.boolean().describe('Whether items are handed out to you'),
  setup: z
    .object({
      from: Timestamp.nullable(),
      to: Timestamp.nullable(),
      filters: z
        .record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))
        .describe('Under the names of the query parameters'),
      order: z.enum(['desc', 'asc']),
      limit: z.int(),
      assignees: z.array(Person).nullable().describe('`null`: everybody whose role allows it'),
      createdBy: z.string().nullable(),
    })
    .nullable()
    .describe('For those who manage queues, so that filters do not suggest answers to reviewers'),
});
export type ReviewQueue = z.infer<typeof ReviewQueue>;

export const ListQueuesQuery = z.object({ app: Id.optional() }).strict();
export const ReviewQueueList = z.object({ data: z.array(ReviewQueue) });
export const QueueParams = z.object({ queueId: Id });
export const QueueItemParams = QueueParams.extend({ target: z.uuid() });

/** What reviewers see of an interaction: what was said, without the model, the user, costs or earlier scores. */
export const ReviewedInteraction = Interaction.pick({
  id: true,
  type: true,
  requestedAt: true,
  outcome: true,
  finishReason: true,
  input: true,
  output: true,
  error: true,
});
export type ReviewedInteraction = z.infer<typeof ReviewedInteraction>;

export const ReviewedSession = z.object({
  turns: z.array(
    ReviewedInteraction.extend({ newInput: z.array(Message) }).describe('As in `GET /v1/sessions/:id`'),
  ),
  isCut: z.boolean().describe(`Whether it has more than its first ${REVIEWED_TURNS} turns`),
});
export type ReviewedSession = z.infer<typeof ReviewedSession>;

const AnswerValue = z.union([z.boolean(), z.number(), z.string().max(SCORE_TEXT_LENGTH)]);
export type AnswerValue = z.infer<typeof AnswerValue>;
export const Answers = z.record(ScoreName, AnswerValue).describe('By the names of the questions');
export type Answers = z.infer<typeof Answers>;

export const ReviewItem = z.object({
  target: z.uuid().describe('The interaction, or the first one of the session'),
  heldUntil: Timestamp.describe('Until then nobody else gets the item'),
  answers: Answers.describe('What you answered before you undid it'),
  interaction: ReviewedInteraction.optional(),
  session: ReviewedSession.optional(),
});
export type ReviewItem = z.infer<typeof ReviewItem>;

export const ReviewTurn = z.object({
  progress: QueueProgress,
  item: ReviewItem.nullable().describe('`null`: there is nothing for you right now'),
});
export type ReviewTurn = z.infer<typeof ReviewTurn>;

export const ReviewAction = z.discriminatedUnion('action', [
  z
    .object({
      action: z.literal('answer'),
      answers: Answers,
      comment: z.string().max(SCORE_COMMENT_LENGTH).optional(),
    })
    .strict()
    .describe('Answers every question. The comment goes with the score of the first one'),
  z
    .object({ action: z.literal('skip') })
    .strict()
    .describe('Hands it to you again after all others'),
  z
    .object({ action: z.literal('hold') })
    .strict()
    .describe('Keeps it for you for some more minutes'),
]);
export type ReviewAction = z.output<typeof ReviewAction>;

export const QueueProgressAnswer = z.object({ progress: QueueProgress });

/** With fewer pairs of answers, kappa says more about chance than about people. */
export const MIN_PAIRS_FOR_KAPPA = 20;

const Agreement = z.object({
  name: z.string(),
  kind: z.enum(['boolean', 'number', 'word']),
  items: z.int().describe('Items that both have answered'),
  same: z.int().describe('Items with the same answer of both'),
  kappa: z
    .number()
    .nullable()
    .describe(
      `Cohen’s kappa of booleans and words: 1 is full agreement, 0 as much as by chance. \`null\` for numbers, with fewer than ${MIN_PAIRS_FOR_KAPPA} items, and where each gave one answer only`,
    ),
  meanDifference: z.number().nullable().describe('Of numbers: how far apart the answers are on average'),
});
export type QuestionAgreement = z.infer<typeof Agreement>;

export const QueueAgreement = z.object({
  data: z
    .array(
      z.object({
        reviewers: z.array(z.object({ id: z.string(), name: z.string() })).length(2),
        questions: z.array(Agreement),
      }),
    )
    .describe(
      'Each pair of people who have reviewed the same items, those with most items first; 20 at most',
    ),
});
export type QueueAgreement = z.infer<typeof QueueAgreement>;
