/** The columns of exported interactions. */
import { type ExportedField, FIELDS, type ScoredInteraction } from '@parley/contract';
import { type Column, labelsText, listed, type Reader, scoresText, USAGE_READERS } from './column.ts';

type Readers = { [N in ExportedField]: Reader<ScoredInteraction, (typeof FIELDS)[N]['type']> };

/** In the order of the columns. */
const READERS: Readers = {
  id: { kind: 'text', of: (record) => record.id },
  app: { kind: 'text', of: (record) => record.appId },
  format: { kind: 'text', of: (record) => record.format },
  provider: { kind: 'text', of: (record) => record.provider },
  type: { kind: 'text', of: (record) => record.type },
  version: { kind: 'text', of: (record) => record.version },
  model: { kind: 'text', of: (record) => record.model },
  requestedModel: { kind: 'text', of: (record) => record.requestedModel },
  requestedAt: { kind: 'time', of: (record) => record.requestedAt },
  respondedAt: { kind: 'time', of: (record) => record.respondedAt },
  receivedAt: { kind: 'time', of: (record) => record.receivedAt },
  latencyMs: { kind: 'count', of: (record) => record.latencyMs },
  firstTokenMs: { kind: 'count', of: (record) => record.firstTokenMs },
  session: { kind: 'text', of: (record) => record.session },
  sessionTimeout: { kind: 'number', of: (record) => record.sessionTimeout },
  user: { kind: 'text', of: ({ user }) => user?.key ?? null },
  userId: { kind: 'text', of: ({ user }) => user?.userId ?? null },
  email: { kind: 'text', of: ({ user }) => user?.email ?? null },
  isAuthenticated: { kind: 'flag', of: ({ user }) => user?.isAuthenticated ?? null },
  firstName: { kind: 'text', of: ({ user }) => user?.firstName ?? null },
  lastName: { kind: 'text', of: ({ user }) => user?.lastName ?? null },
  phone: { kind: 'text', of: ({ user }) => user?.phone ?? null },
  gender: { kind: 'text', of: ({ user }) => user?.gender ?? null },
  labels: { kind: 'text', of: ({ labels }) => labelsText(labels) },
  scores: { kind: 'text', of: ({ scores }) => scoresText(scores) },
  prompt: { kind: 'text', of: (record) => record.prompt },
  trace: { kind: 'text', of: ({ trace }) => trace?.traceId ?? null },
  spanId: { kind: 'text', of: ({ trace }) => trace?.spanId ?? null },
  parentSpanId: { kind: 'text', of: ({ trace }) => trace?.parentSpanId ?? null },
  outcome: { kind: 'text', of: (record) => record.outcome },
  finishReason: { kind: 'text', of: (record) => record.finishReason },
  finishReasonRaw: { kind: 'text', of: (record) => record.finishReasonRaw },
  ...USAGE_READERS,
  costUsd: { kind: 'number', of: ({ cost }) => cost?.usd ?? null },
  costSource: { kind: 'text', of: ({ cost }) => cost?.source ?? null },
  costStatedUsd: { kind: 'number', of: ({ cost }) => cost?.stated ?? null },
  texts: { kind: 'count', of: (record) => record.texts },
  vectors: { kind: 'count', of: ({ vectors }) => vectors?.count ?? null },
  vectorLength: { kind: 'count', of: ({ vectors }) => vectors?.length ?? null },
  vectorsKept: { kind: 'flag', of: ({ vectors }) => vectors?.kept ?? null },
  toolCalls: { kind: 'text', of: ({ toolCalls }) => listed(toolCalls.map(({ name }) => name)) },
  upstreamId: { kind: 'text', of: (record) => record.upstreamId },
  previousUpstreamId: { kind: 'text', of: (record) => record.previousUpstreamId },
  errorType: { kind: 'text', of: ({ error }) => error?.type ?? null },
  errorCode: { kind: 'text', of: ({ error }) => error?.code ?? null },
  errorMessage: { kind: 'text', of: ({ error }) => error?.message ?? null },
  warning: { kind: 'text', of: ({ warnings }) => listed(warnings.map(({ code }) => code)) },
  inputText: { kind: 'text', of: (record) => record.inputText },
  outputText: { kind: 'text', of: (record) => record.outputText },
};

export const INTERACTION_COLUMNS: readonly Column<ScoredInteraction>[] = (
  Object.keys(READERS) as ExportedField[]
).map((field) => {
  const { exported } = FIELDS[field];
  return { name: exported === true ? field : exported, ...READERS[field] };
});
