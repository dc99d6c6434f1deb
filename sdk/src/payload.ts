/** Types of Parley's API. A test compares them with the contract's schemas. */
import type { Format, FormatTypes } from '@parley/contract/providers';

export type { Format, FormatTypes };

export type User = {
  userId?: string | undefined;
  email?: string | undefined;
  isAuthenticated?: 0 | 1 | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  phone?: string | undefined;
  gender?: string | undefined;
};

export type Trace = {
  traceId: string;
  spanId?: string | undefined;
  parentSpanId?: string | undefined;
};

/** The user and session of a call, and other metadata. */
export type Context = {
  session?: string | undefined;
  /** In minutes. */
  sessionTimeout?: number | undefined;
  user?: User | undefined;
  /** Up to 32 custom names and values, to filter and group by. */
  labels?: Record<string, string> | undefined;
  /** Defaults to the active OpenTelemetry span, if there is one. */
  trace?: Trace | undefined;
};

/** In milliseconds since 1970. */
export type Timestamps = {
  request?: number | undefined;
  response?: number | undefined;
  firstToken?: number | undefined;
};

/** An exchange with a model, as `track` takes it. */
export type Exchange = {
  [F in Format]: Context & {
    format: F;
    type: FormatTypes[F];
    /** The provider, such as `groq`; derived from the format and the response by default. */
    provider?: string | undefined;
    timestamps?: Timestamps | undefined;
    /** The request to the model, unchanged. */
    request: Record<string, unknown>;
    /** The model's response, unchanged; a stream as `{ stream: TEXT }` or `{ chunks: EVENTS }`. */
    response: Record<string, unknown> | (F extends 'universal' ? string : never);
    /** Identifies the exchange: a second one with the same key is a duplicate of the first. */
    idempotencyKey?: string | undefined;
  };
}[Format];

/** A target of a score, by the name that you know. */
export type ScoreTarget = {
  /** The id of the interaction, as Parley's receipt has it. */
  interaction?: string | undefined;
  /** The id that the provider gave its response, such as `chatcmpl-…`. */
  upstreamId?: string | undefined;
  session?: string | undefined;
  user?: string | undefined;
  trace?: string | undefined;
};

/** A score, as `score` takes it, with one target. */
export type Score = ScoreTarget & {
  /** Names the score: a newer one with the same id replaces it. Else target, name and author do. */
  id?: string | undefined;
  name: string;
  /** All values of a name are of one kind. `null` deletes the score. */
  value: number | boolean | string | null;
  comment?: string | undefined;
  /** Who says so. */
  author?: string | undefined;
  source?: 'user' | 'review' | 'api' | 'judge' | undefined;
  /** In milliseconds since 1970, or as ISO 8601; now by default. */
  at?: number | string | undefined;
};

/** Parley's acknowledgement that the exchange is on disk. */
export type Receipt = {
  id: string;
  duplicate: boolean;
  warnings: Issue[];
};

export type Issue = { path: string; code: string; message: string };
