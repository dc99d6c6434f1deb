/** Figures by requested model, since failed calls have no response model. */
import type { QueryAnswer } from '@parley/contract';
import { numberIn, textIn } from '../../charts/query/use-query.ts';

export type Figures = {
  interactions: number;
  costUsd: number | null;
  costPerCall: number | null;
  inputPerCall: number | null;
  outputPerCall: number | null;
  cachedShare: number | null;
  latencyP50: number | null;
  latencyP95: number | null;
  tokensPerSecond: number | null;
  errorRate: number | null;
  truncatedRate: number | null;
  toolCallRate: number | null;
};

export type ModelRow = Figures & {
  /** Null if no model was named. */
  model: string | null;
  /** Share of all calls, from 0 to 1. */
  share: number;
  before: Figures | null;
  /** Response models, most frequent first. */
  answered: { model: string; interactions: number }[];
};

export const MEASURES = [
  'interactions',
  'costUsd',
  'inputTokens',
  'outputTokens',
  'cachedInputTokens',
  'latencyP50',
  'latencyP95',
  'tokensPerSecond',
  'errorRate',
  'truncatedRate',
  'toolCallRate',
] as const;

type Row = Record<string, unknown>;

export function modelRows(answer: QueryAnswer | undefined, answering: QueryAnswer | undefined): ModelRow[] {
  const rows = answer?.rows ?? [];
  const total = rows.reduce((sum, row) => sum + (numberIn(row, 'interactions') ?? 0), 0);
  const before = new Map((answer?.previous?.rows ?? []).map((row) => [modelIn(row), row]));
  const answered = Map.groupBy(answering?.rows ?? [], modelIn);
  return rows.map((row) => {
    const model = modelIn(row);
    const earlier = before.get(model);
    const figures = figuresOf(row);
    return {
      ...figures,
      model,
      share: total === 0 ? 0 : figures.interactions / total,
      before: earlier && (numberIn(earlier, 'interactions') ?? 0) > 0 ? figuresOf(earlier) : null,
      answered: (answered.get(model) ?? []).flatMap((one) => {
        const name = textIn(one, 'model');
        return name === null ? [] : [{ model: name, interactions: numberIn(one, 'interactions') ?? 0 }];
      }),
    };
  });
}

function modelIn(row: Row): string | null {
  return textIn(row, 'requestedModel');
}

function figuresOf(row: Row): Figures {
  const interactions = numberIn(row, 'interactions') ?? 0;
  const [cost, input] = [numberIn(row, 'costUsd'), numberIn(row, 'inputTokens')];
  return {
    interactions,
    costUsd: cost,
    costPerCall: ratio(cost, interactions),
    inputPerCall: ratio(input, interactions),
    outputPerCall: ratio(numberIn(row, 'outputTokens'), interactions),
    cachedShare: ratio(numberIn(row, 'cachedInputTokens'), input),
    latencyP50: numberIn(row, 'latencyP50'),
    latencyP95: numberIn(row, 'latencyP95'),
    tokensPerSecond: numberIn(row, 'tokensPerSecond'),
    errorRate: numberIn(row, 'errorRate'),
    truncatedRate: numberIn(row, 'truncatedRate'),
    toolCallRate: numberIn(row, 'toolCallRate'),
  };
}

function ratio(part: number | null, whole: number | null): number | null {
  return part === null || !whole ? null : part / whole;
}

/** Unknown values come last in either order. */
export function sorted(rows: readonly ModelRow[], by: keyof Figures, order: 'asc' | 'desc'): ModelRow[] {
  const way = order === 'asc' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [one, other] = [a[by], b[by]];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return way * (one - other) || b.interactions - a.interactions;
  });
}
