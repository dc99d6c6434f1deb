import { z } from 'zod';
import { FORMATS } from './formats.ts';

/** Something read leniently, or worth knowing about one interaction. */
export const Warning = z.object({ path: z.string(), code: z.string(), message: z.string() });
export type Warning = z.infer<typeof Warning>;

/** What is wrong with a payload, and where. The same shape as a warning, by intention. */
export const Issue = Warning;
export type Issue = Warning;

export const ToolCall = z.object({
  id: z.string().nullable(),
  name: z.string(),
  /** The JSON text the model wrote; a string because models write invalid JSON too. */
  arguments: z.string(),
});
export type ToolCall = z.infer<typeof ToolCall>;

export const Part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  /** The model's reasoning, where the upstream returns it. Never part of `outputText`. */
  z.object({ type: z.literal('thinking'), text: z.string() }),
  z.object({ type: z.literal('refusal'), text: z.string() }),
  ToolCall.extend({ type: z.literal('tool_call') }),
  z.object({
    type: z.literal('tool_result'),
    /** The id of the call it answers, and the tool's name where the upstream says it. */
    id: z.string().nullable(),
    name: z.string().nullable(),
    text: z.string(),
  }),
  /** Images, audio, documents: what it is, never its bytes. `url` only for http(s) addresses. */
  z.object({
    type: z.literal('media'),
    kind: z.enum(['image', 'audio', 'video', 'document', 'file']),
    mimeType: z.string().nullable(),
    url: z.string().nullable(),
  }),
  /** A block this version does not know; its upstream name is kept. */
  z.object({ type: z.literal('other'), name: z.string() }),
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

/**
 * Token counts that mean the same for every upstream: `input` is all input, cached and cache-written
 * tokens included; `output` is all output, reasoning included. `null` is "the upstream did not say".
 */
export const Usage = z.object({
  input: z.int().nonnegative().nullable(),
  output: z.int().nonnegative().nullable(),
  total: z.int().nonnegative().nullable(),
  cachedInput: z.int().nonnegative().nullable(),
  cacheWrite: z.int().nonnegative().nullable(),
  reasoning: z.int().nonnegative().nullable(),
});
export type Usage = z.infer<typeof Usage>;

export const UpstreamError = z.object({
  type: z.string().nullable(),
  code: z.string().nullable(),
  message: z.string().nullable(),
});
export type UpstreamError = z.infer<typeof UpstreamError>;

/** What a format derives from the upstream's request and response, and nothing else. */
export const Exchange = z.object({
  /** What answered; the request's model when the response names none. */
  model: z.string().nullable(),
  requestedModel: z.string().nullable(),
  outcome: Outcome,
  finishReason: FinishReason.nullable(),
  finishReasonRaw: z.string().nullable(),
  input: z.array(Message),
  output: z.array(Message),
  inputText: z.string(),
  outputText: z.string(),
  toolCalls: z.array(ToolCall),
  usage: Usage,
  upstreamId: z.string().nullable(),
  error: UpstreamError.nullable(),
});
export type Exchange = z.infer<typeof Exchange>;

export const User = z.object({
  /** `userId`, else the lower-cased `email`, else null: then every interaction is a new user. */
  key: z.string().nullable(),
  userId: z.string().nullable(),
  email: z.string().nullable(),
  isAuthenticated: z.boolean().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phone: z.string().nullable(),
  gender: z.string().nullable(),
});
export type User = z.infer<typeof User>;

export const Cost = z.object({ usd: z.number().nonnegative(), source: z.string() });
export type Cost = z.infer<typeof Cost>;

/** ISO 8601 in UTC, with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 });

/** One interaction as the API returns it. Absent is `null`, never a guess. */
export const Interaction = Exchange.extend({
  id: z.uuid(),
  appId: z.string(),
  format: z.enum(FORMATS),
  type: z.string(),
  version: z.string(),
  requestedAt: Timestamp,
  respondedAt: Timestamp,
  receivedAt: Timestamp,
  /** Known only when the client sent both timestamps. */
  latencyMs: z.int().nonnegative().nullable(),
  session: z.string().nullable(),
  sessionTimeout: z.number().positive(),
  user: User.nullable(),
  cost: Cost.nullable(),
  warnings: z.array(Warning),
});
export type Interaction = z.infer<typeof Interaction>;
