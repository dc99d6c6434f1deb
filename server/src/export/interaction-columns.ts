/** An interaction as flat columns. */
import type { Interaction } from '@parley/contract';
import { type Column, listed, USAGE_COLUMNS } from './column.ts';

export const INTERACTION_COLUMNS: readonly Column<Interaction>[] = [
  { name: 'id', kind: 'text', of: (record) => record.id },
  { name: 'appId', kind: 'text', of: (record) => record.appId },
  { name: 'format', kind: 'text', of: (record) => record.format },
  { name: 'provider', kind: 'text', of: (record) => record.provider },
  { name: 'type', kind: 'text', of: (record) => record.type },
  { name: 'version', kind: 'text', of: (record) => record.version },
  { name: 'model', kind: 'text', of: (record) => record.model },
  { name: 'requestedModel', kind: 'text', of: (record) => record.requestedModel },
  { name: 'requestedAt', kind: 'time', of: (record) => record.requestedAt },
  { name: 'respondedAt', kind: 'time', of: (record) => record.respondedAt },
  { name: 'receivedAt', kind: 'time', of: (record) => record.receivedAt },
  { name: 'latencyMs', kind: 'count', of: (record) => record.latencyMs },
  { name: 'firstTokenMs', kind: 'count', of: (record) => record.firstTokenMs },
  { name: 'session', kind: 'text', of: (record) => record.session },
  { name: 'sessionTimeout', kind: 'number', of: (record) => record.sessionTimeout },
  { name: 'userKey', kind: 'text', of: ({ user }) => user?.key ?? null },
  { name: 'userId', kind: 'text', of: ({ user }) => user?.userId ?? null },
  { name: 'email', kind: 'text', of: ({ user }) => user?.email ?? null },
  { name: 'isAuthenticated', kind: 'flag', of: ({ user }) => user?.isAuthenticated ?? null },
  { name: 'firstName', kind: 'text', of: ({ user }) => user?.firstName ?? null },
  { name: 'lastName', kind: 'text', of: ({ user }) => user?.lastName ?? null },
  { name: 'phone', kind: 'text', of: ({ user }) => user?.phone ?? null },
  { name: 'gender', kind: 'text', of: ({ user }) => user?.gender ?? null },
  { name: 'labels', kind: 'text', of: ({ labels }) => labelsText(labels) },
  { name: 'traceId', kind: 'text', of: ({ trace }) => trace?.traceId ?? null },
  { name: 'spanId', kind: 'text', of: ({ trace }) => trace?.spanId ?? null },
  { name: 'parentSpanId', kind: 'text', of: ({ trace }) => trace?.parentSpanId ?? null },
  { name: 'outcome', kind: 'text', of: (record) => record.outcome },
  { name: 'finishReason', kind: 'text', of: (record) => record.finishReason },
  { name: 'finishReasonRaw', kind: 'text', of: (record) => record.finishReasonRaw },
  ...USAGE_COLUMNS,
  { name: 'costUsd', kind: 'number', of: ({ cost }) => cost?.usd ?? null },
  { name: 'costSource', kind: 'text', of: ({ cost }) => cost?.source ?? null },
  { name: 'costStatedUsd', kind: 'number', of: ({ cost }) => cost?.stated ?? null },
  { name: 'texts', kind: 'count', of: (record) => record.texts },
  { name: 'vectors', kind: 'count', of: ({ vectors }) => vectors?.count ?? null },
  { name: 'vectorLength', kind: 'count', of: ({ vectors }) => vectors?.length ?? null },
  { name: 'vectorsKept', kind: 'flag', of: ({ vectors }) => vectors?.kept ?? null },
  { name: 'toolCalls', kind: 'text', of: ({ toolCalls }) => listed(toolCalls.map(({ name }) => name)) },
  { name: 'upstreamId', kind: 'text', of: (record) => record.upstreamId },
  { name: 'previousUpstreamId', kind: 'text', of: (record) => record.previousUpstreamId },
  { name: 'errorType', kind: 'text', of: ({ error }) => error?.type ?? null },
  { name: 'errorCode', kind: 'text', of: ({ error }) => error?.code ?? null },
  { name: 'errorMessage', kind: 'text', of: ({ error }) => error?.message ?? null },
  { name: 'warnings', kind: 'text', of: ({ warnings }) => listed(warnings.map(({ code }) => code)) },
  { name: 'inputText', kind: 'text', of: (record) => record.inputText },
  { name: 'outputText', kind: 'text', of: (record) => record.outputText },
];

/** As JSON: names and values may have any sign in them. */
function labelsText(labels: Interaction['labels']): string | null {
  return Object.keys(labels).length === 0 ? null : JSON.stringify(labels);
}
