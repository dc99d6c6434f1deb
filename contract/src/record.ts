import { z } from 'zod';
import { RECORDED_FORMATS } from './formats.ts';
import { Labels } from './labels.ts';

/** A note about one interaction, such as a value that was parsed leniently. */
export const Warning = z.object({ path: z.string(), code: z.string(), message: z.string() });
export type Warning = z.infer<typeof Warning>;

/** What is wrong with a payload, and where. Deliberately of the same shape as a warning. */
export const Issue = z.object({
  ...Warning.shape,
  count: z.int().optional().describe('How many records of an OTLP request it is about'),
});
export type Issue = z.infer<typeof Issue>;

export const ToolCall = z.object({
  id: z.string().nullable(),
  name: z.string(),
  arguments: z.string().describe('The JSON text the model wrote; models write invalid JSON, too'),
});
export type ToolCall = z.infer<typeof ToolCall>;

export const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z
    .object({ type: z.literal('thinking'), text: z.string() })
    .describe('The reasoning, where the upstream returns it; never part of `outputText`'),
  z.object({ type: z.literal('refusal'), text: z.string() }),
  ToolCall.extend({ type: z.literal('tool_call') }),
  z.object({
    type: z.literal('tool_result'),
    id: z.string().nullable().describe('Of the call it answers'),
    name: z.string().nullable().describe('Of the tool, where the upstream says it'),
    text: z.string(),
  }),
  z
    .object({
      type: z.literal('media'),
      kind: z.enum(['image', 'audio', 'video', 'document', 'file']),
      mimeType: z.string().nullable(),
      url: z.string().nullable().describe('Only for http(s) addresses'),
    })
    .describe('Images, audio, documents: what it is, never its bytes'),
  z
    .object({
      type: z.literal('ranked'),
      index: z.int().nonnegative().describe('Which of the documents, as they were sent: 0 is the first'),
      score: z.number().nullable(),
    })
    .describe('A document that was ranked; the best comes first'),
  z
    .object({ type: z.literal('other'), name: z.string() })
    .describe('A block this version does not know; its upstream name is kept'),
]);
export type Part = z.infer<typeof Part>;

export const Role = z.enum(['system', 'user', 'assistant', 'tool']);
export type Role = z.infer<typeof Role>;

export const Message = z.object({ role: Role, content: z.array(Part) });
export type Message = z.infer<typeof Message>;

export const Outcome = z.enum(['ok', 'error', 'blocked']);
export type Outcome = z.infer<typeof Outcome>;

export const FinishReason = z.enum(['stop', 'length', 'tool_calls', 'content_filter', 'error', 'other']);
export type FinishReason = z.infer<typeof FinishReason>;

const tokens = z.int().nonnegative().nullable();

export const Usage = z
  .object({
    input: tokens.describe('All input, cached and cache-written tokens included'),
    output: tokens.describe('All output, reasoning included'),
    total: tokens,
    cachedInput: tokens.describe('The part of `input` that was read from a cache'),
    cacheWrite: tokens.describe('The part of `input` that was written to a cache'),
    reasoning: tokens.describe('The part of `output` that was reasoning'),
  })
  .describe('Token counts that mean the same for every upstream. `null`: the upstream did not say.');
export type Usage = z.infer<typeof Usage>;

export const UpstreamError = z.object({
  type: z.string().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type UpstreamError = z.infer<typeof UpstreamError>;

export const Vectors = z.object({
  count: z.int().nonnegative(),
  length: z.int().nonnegative().nullable().describe('How many values each has; null when they differ'),
  kept: z.boolean().describe('Whether they are kept themselves, in the response'),
});
export type Vectors = z.infer<typeof Vectors>;

/** What a format derives from the upstream's request and response alone. */
export const Exchange = z.object({
  model: z.string().nullable().describe("What answered; the request's model when the response names none"),
  requestedModel: z.string().nullable(),
  outcome: Outcome,
  finishReason: FinishReason.nullable(),
  finishReasonRaw: z.string().nullable().describe("In the upstream's own word"),
  input: z.array(Message),
  output: z.array(Message),
  inputText: z.string(),
  outputText: z.string().describe('The text of the first choice'),
  toolCalls: z.array(ToolCall),
  usage: Usage,
  upstreamId: z.string().nullable().describe('The id the upstream gave the response'),
  previousUpstreamId: z
    .string()
    .nullable()
    .describe('The id of the response that this one goes on from, where the request names it'),
  error: UpstreamError.nullable(),
  texts: z
    .int()
    .nonnegative()
    .nullable()
    .describe('How many texts were embedded, or documents ranked; null for every other type'),
  vectors: Vectors.nullable().describe('What an embedding came to; null for every other type'),
});
export type Exchange = z.infer<typeof Exchange>;

/** The position of an interaction in a distributed trace. */
export const Trace = z.object({
  traceId: z.string(),
  spanId: z.string().nullable(),
  parentSpanId: z.string().nullable(),
});
export type Trace = z.infer<typeof Trace>;

export const User = z.object({
  key: z
    .string()
    .nullable()
    .describe('`userId`, else the lower-cased `email`, else null: then every interaction is a new user'),
  userId: z.string().nullable(),
  email: z.string().nullable(),
  isAuthenticated: z.boolean().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  gender: z.string().nullable(),
});
export type User = z.infer<typeof User>;

export const Cost = z.object({
  usd: z.number().nonnegative(),
  source: z.string().describe('Which price it was computed with, or who stated it'),
  stated: z.number().nonnegative().nullable().describe('What the upstream itself said that it cost, in USD'),
});
export type Cost = z.infer<typeof Cost>;

export const Timestamp = z.iso.datetime({ precision: 3 }).describe('ISO 8601 in UTC, with milliseconds');

/** An interaction as the API returns it. Absent values are `null`, never a guess. */
export const Interaction = Exchange.extend({
  id: z.uuid(),
  appId: z.string(),
  format: z.enum(RECORDED_FORMATS),
  provider: z
    .string()
    .nullable()
    .describe(
      'Whose model it was: `openai`, `azure`, `anthropic`, `google`, `aws`, …, or as the telemetry names it',
    ),
  type: z.string(),
  version: z.string(),
  requestedAt: Timestamp,
  respondedAt: Timestamp,
  receivedAt: Timestamp,
  latencyMs: z
    .int()
    .nonnegative()
    .nullable()
    .describe('Known when the client sent both timestamps, or the upstream says it'),
  firstTokenMs: z
    .int()
    .nonnegative()
    .nullable()
    .describe('From the request to the first piece of the answer, when the client sent both times'),
  session: z.string().nullable(),
  sessionTimeout: z.number().positive().describe('Minutes'),
  user: User.nullable(),
  labels: Labels,
  prompt: z
    .string()
    .nullable()
    .describe(
      'The prompt it was made with: its name, or the id that Parley gave it; null until it is stored',
    ),
  trace: Trace.nullable(),
  cost: Cost.nullable(),
  warnings: z.array(Warning),
});
export type Interaction = z.infer<typeof Interaction>;
