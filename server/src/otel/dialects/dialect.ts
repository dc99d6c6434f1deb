import type { WORDLESS_TYPES } from '@parley/contract';
import type { OutlineKind } from '../../envelope/outline.ts';
import type { Attributes, Call, LogRecord } from '../telemetry.ts';

/** Model calls by what they return: text, or vectors and rankings. */
export type CallKind = 'call' | (typeof WORDLESS_TYPES)[number];

export type Kind = CallKind | OutlineKind | 'other';

/** A log record is a model call by itself, a part of one (named by the ids of its span), or neither. */
export type LogKind = 'call' | 'part' | 'other';

/** What a span is classified by. */
export type SpanTraits = Pick<Call, 'attributes' | 'scope'> & { events: readonly { name: string }[] };

export type Tokens = {
  /** Includes cache reads and writes. */
  input: number | null;
  /** Includes reasoning. */
  output: number | null;
  total: number | null;
  cachedInput: number | null;
  cacheWrite: number | null;
  reasoning: number | null;
};

export type StatedUsage = {
  tokens: Tokens;
  /** Cache and reasoning tokens are counted beside input and output, not inside them. */
  separate: boolean;
};

/**
 * What the acknowledging thread knows of one dialect: every attribute that it reads, apart from messages,
 * which are read in `otel/exchange/`. Lists of names are in order of preference. Every field is optional.
 */
export type Dialect = {
  /** What a span is; null when the span does not speak this dialect. */
  kind?: (span: SpanTraits) => Kind | null;
  /** What a log record is; null when it does not speak this dialect. */
  logKind?: (log: LogRecord) => LogKind | null;
  /** The call that a single log record reports, translated to the GenAI conventions. */
  callOfLog?: (log: LogRecord) => Call | null;
  /** Attributes with prompts or answers. One of them is present wherever content is recorded. */
  content?: readonly string[];
  /** Attributes that name the operation: a chat, a text completion. */
  operation?: readonly string[];
  /** Attributes that only text completions have. */
  completionOnly?: readonly string[];
  tokens?: Readonly<Partial<Record<keyof Tokens, readonly string[]>>>;
  /** Cache counts that have no attribute of their own; used where `tokens` finds none. */
  cacheTokens?: (attributes: Attributes) => Pick<Tokens, 'cachedInput' | 'cacheWrite'>;
  /** All counts in one structured attribute, which replaces `tokens` of every dialect. */
  usage?: (attributes: Attributes) => StatedUsage | null;
  /** Whether the input count leaves out tokens that were read from or written to a cache. */
  excludesCache?: (scope: string, attributes: Attributes) => boolean;
  /** What the telemetry says the call cost, in USD. */
  statedCost?: (attributes: Attributes) => number | null;
  /** Who served the model. */
  provider?: readonly string[];
  /** Which product or family the model belongs to: the provider, where nothing names that. */
  system?: readonly string[];
  session?: readonly string[];
  user?: readonly string[];
  email?: readonly string[];
  /** Prefixes under which applications add attributes of their own, such as a session or a user. */
  applicationAttributes?: readonly string[];
  firstToken?: {
    /** Attributes with the time from the request to the first piece of the answer. */
    seconds?: readonly string[];
    milliseconds?: readonly string[];
    /** Attributes with the moment of the first piece. */
    moment?: readonly string[];
    /** Span events that report a piece of the answer. */
    events?: readonly string[];
  };
  labels?: {
    /** Label names, and the attributes of the span or its resource that hold them. */
    names?: readonly (readonly [label: string, attributes: readonly string[]])[];
    /** Attributes with a list of tags; each tag becomes the label `tag.NAME` with the value `true`. */
    tags?: readonly string[];
    /** Metadata of the application, each entry a label of its own. */
    metadata?: (attributes: Attributes) => Iterable<readonly [name: string, value: unknown]>;
  };
  /** What two libraries that report the same call have in common. */
  signature?: {
    responseId?: readonly string[];
    answer?: readonly string[];
    toolCallId?: readonly string[];
    /** The last question, of attributes that are numbered from 0 between these two texts. */
    question?: readonly [before: string, after: string];
  };
  error?: {
    isFailed?: (attributes: Attributes) => boolean;
    message?: readonly string[];
  };
};

export function isCallKind(kind: Kind): kind is CallKind {
  return kind === 'call' || kind === 'embedding' || kind === 'rerank';
}

/** Looks up the kind that an attribute names. A value that is not in the table is `other`. */
export function kindNamedBy(attribute: string, kinds: ReadonlyMap<string, Kind>, spelling = asWritten) {
  return ({ attributes }: SpanTraits): Kind | null => {
    const name = attributes.get(attribute);
    return typeof name === 'string' ? (kinds.get(spelling(name)) ?? 'other') : null;
  };
}

function asWritten(name: string): string {
  return name;
}

export function lowerCase(name: string): string {
  return name.toLowerCase();
}

export function upperCase(name: string): string {
  return name.toUpperCase();
}

/** The first of these attributes that is an amount of money. */
export function amountIn(...names: string[]) {
  return (attributes: Attributes): number | null =>
    names.map((name) => attributes.get(name)).find(isAmount) ?? null;
}

export function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
