export type { Counts } from './counts.ts';
export { type ErrorCode, type NotRecordedReason, ParleyError } from './errors.ts';
export type { FeedbackGrant, FeedbackKind } from './feedback-token.ts';
export type { Fetch, Masked, ParleyOptions } from './options.ts';
export { Parley } from './parley.ts';
export type {
  Context,
  Exchange,
  Format,
  FormatTypes,
  Issue,
  Receipt,
  Score,
  ScoreTarget,
  Timestamps,
  Trace,
  User,
} from './payload.ts';
