/** What a span around a model call is for. */
export type OutlineKind = 'agent' | 'workflow' | 'chain' | 'tool';

/** What Parley keeps of a span around a model call: enough to show the call in its trace. */
export type Outline = {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: OutlineKind | 'call' | 'other';
  /** Milliseconds since 1970. */
  startedAt: number | null;
  endedAt: number | null;
  failed: boolean;
};
