/** Errors with the same message but for ids and numbers: their frequency, first occurrence and users. */
import { useAsk } from '../../api/use-ask.ts';
import type { ChartState } from '../../charts/chart-card.tsx';
import { numberIn, textIn, useQueryOf } from '../../charts/query/use-query.ts';
import { bucketOf, filtersOf, type View } from '../../state/view.ts';

export type ErrorGroup = {
  key: string;
  provider: string | null;
  type: string | null;
  code: string | null;
  message: string | null;
  interactions: number;
  users: number;
  models: number;
  /** The requested models, most frequent first; undefined while loading. */
  modelNames: readonly string[] | null;
  /** When it occurred for the first and the last time, whatever the range; null while loading. */
  seen: { first: string | null; last: string | null } | null;
  /** Count per bucket; undefined while loading. */
  trend: readonly number[] | null;
};

const DIMENSIONS = ['provider', 'errorType', 'errorCode', 'errorGroup'] as const;
const MAX_GROUPS = 50;
const MAX_MODELS = 500;
/** More than the groups on screen: others may have the same message. */
const MAX_SEEN = 500;

export function errorsIn(view: View): View {
  return { ...view, outcome: ['error'] };
}

export function useErrorGroups(appId: string, view: View): { groups: ErrorGroup[]; state: ChartState } {
  const question = { dimensions: [...DIMENSIONS], limit: MAX_GROUPS };
  const errors = errorsIn(view);
  const answer = useQueryOf(appId, errors, {
    ...question,
    measures: ['interactions', 'identifiedUsers', 'models'],
  });
  const asked = useQueryOf(appId, errors, {
    dimensions: [...DIMENSIONS, 'requestedModel'],
    measures: ['interactions'],
    limit: MAX_MODELS,
  });
  const over = useQueryOf(appId, errors, { ...question, measures: ['interactions'], bucket: bucketOf(view) });
  const messages = new Set((answer.data?.rows ?? []).map((row) => textIn(row, 'errorGroup') ?? ''));
  const everSeen = useAsk(
    'POST /v1/query',
    {
      body: {
        dimensions: [...DIMENSIONS],
        measures: ['firstAt', 'lastAt'],
        from: 0,
        filters: { app: appId, ...filtersOf(errors), errorGroup: [...messages] },
        limit: MAX_SEEN,
      },
    },
    { enabled: messages.size > 0 },
  );
  const seen = new Map((everSeen.data?.rows ?? []).map((row) => [keyOf(row), row]));
  const seenOf = (key: string) => {
    const row = seen.get(key);
    if (row) return { first: textIn(row, 'firstAt'), last: textIn(row, 'lastAt') };
    return everSeen.isPending || everSeen.isPlaceholderData ? null : { first: null, last: null };
  };
  const trends = Map.groupBy(over.data?.rows ?? [], keyOf);
  const models = Map.groupBy(asked.data?.rows ?? [], keyOf);
  const groups = (answer.data?.rows ?? []).map((row) => ({
    key: keyOf(row),
    provider: textIn(row, 'provider'),
    type: textIn(row, 'errorType'),
    code: textIn(row, 'errorCode'),
    message: textIn(row, 'errorGroup'),
    interactions: numberIn(row, 'interactions') ?? 0,
    users: numberIn(row, 'identifiedUsers') ?? 0,
    models: numberIn(row, 'models') ?? 0,
    modelNames: asked.data
      ? (models.get(keyOf(row)) ?? []).map((one) => textIn(one, 'requestedModel') ?? 'Unknown')
      : asked.error
        ? []
        : null,
    seen: seenOf(keyOf(row)),
    trend: over.data ? (trends.get(keyOf(row)) ?? []).map((one) => numberIn(one, 'interactions') ?? 0) : null,
  }));
  return { groups, state: answer };
}

function keyOf(row: Record<string, unknown>): string {
  return JSON.stringify(DIMENSIONS.map((name) => textIn(row, name)));
}

/** Whether no other group has its message, which then finds its interactions. */
function isAlone({ key, message }: ErrorGroup, all: readonly ErrorGroup[]): boolean {
  return all.length < MAX_GROUPS && all.every((one) => one.key === key || one.message !== message);
}

/** The view of the interactions of several groups; null where filters cannot tell them from those of others. */
export function viewOfAll(
  view: View,
  groups: readonly ErrorGroup[],
  all: readonly ErrorGroup[],
): View | null {
  const [only, ...others] = groups;
  if (only && others.length === 0) return viewOf(view, only, all);
  if (!groups.every((group) => isAlone(group, all))) return null;
  return { ...errorsIn(view), errorGroup: groups.map(({ message }) => message ?? '') };
}

/** The view of a group's interactions. */
export function viewOf(view: View, group: ErrorGroup, all: readonly ErrorGroup[]): View {
  const { provider, type, code, message } = group;
  if (message !== null && isAlone(group, all)) return { ...errorsIn(view), errorGroup: [message] };
  return {
    ...errorsIn(view),
    provider: [provider ?? ''],
    errorType: [type ?? ''],
    errorCode: [code ?? ''],
    errorGroup: [message ?? ''],
  };
}
