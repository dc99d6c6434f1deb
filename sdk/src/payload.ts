/** Parley's API in types. A test compares them with the contract's schemas. */
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

/** Who asked, and in which conversation. */
export type Context = {
  session?: string | undefined;
  /** Minutes. */
  sessionTimeout?: number | undefined;
  user?: User | undefined;
  /** Up to 32 names and values of your own, to filter and to group by. */
  labels?: Record<string, string> | undefined;
  /** The active span of OpenTelemetry, where there is one, unless another is given. */
  trace?: Trace | undefined;
};

/** Milliseconds since 1970. */
export type Timestamps = {
  request?: number | undefined;
  response?: number | undefined;
  firstToken?: number | undefined;
};

/** One exchange with a model, as you hand it over yourself. */
export type Exchange = {
  [F in Format]: Context & {
    format: F;
    type: FormatTypes[F];
    /** Whose model it was, such as `groq`; by the format and the answer when it is left out. */
    provider?: string | undefined;
    timestamps?: Timestamps | undefined;
    /** What was sent to the model, unchanged. */
    request: Record<string, unknown>;
    /** What came back, unchanged; a stream as `{ stream: TEXT }` or `{ chunks: EVENTS }`. */
    response: Record<string, unknown> | (F extends 'universal' ? string : never);
    /** Names the exchange: a second one under the same name is a duplicate of the first. */
    idempotencyKey?: string | undefined;
  };
}[Format];

/** What Parley said when it had the exchange on its disk. */
export type Receipt = {
  id: string;
  duplicate: boolean;
  warnings: Issue[];
};

export type Issue = { path: string; code: string; message: string };
