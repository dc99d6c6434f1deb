/** Figures by requested model, since failed calls have no response model. */
import type { QueryAnswer } from '@parley/contract';
import { numberIn, textIn } from '../../charts/query/use-query.ts';
import type { Estimate } from '../../lib/estimate.ts';
import { estimateIn, FIGURE_KINDS, type FigureName } from './figure-kinds.ts';

export type Figures = ReadonlyMap<FigureName, Estimate>;

export type ModelRow = {
  /** Null if no model was named. */
  model: string | null;
  /** Share of all calls, from 0 to 1. */
  share: number;
  figures: Figures;
  before: Figures | null;
  /** Response models, most frequent first. */
  answered: { model: string; interactions: number }[];
};

const UNKNOWN: Estimate = { value: null, n: 0, low: null, high: null };

type Row = Record<string, unknown>;

export function modelRows(answer: QueryAnswer | undefined, answering: QueryAnswer | undefined): ModelRow[] {
  const rows = answer?.rows ?? [];
  const total = rows.reduce((sum, row) => sum + callsIn(row), 0);
  const before = new Map((answer?.previous?.rows ?? []).map((row) => [modelIn(row), row]));
  const answered = Map.groupBy(answering?.rows ?? [], modelIn);
  return rows.map((row) => {
    const model = modelIn(row);
    const earlier = before.get(model);
    return {
      model,
      share: total === 0 ? 0 : callsIn(row) / total,
      figures: figuresIn(row),
      before: earlier && callsIn(earlier) > 0 ? figuresIn(earlier) : null,
      answered: (answered.get(model) ?? []).flatMap((one) => {
        const name = textIn(one, 'model');
        return name === null ? [] : [{ model: name, interactions: callsIn(one) }];
      }),
    };
  });
}

export function modelText(model: string | null): string {
  return model ?? 'No model named';
}

export function figureOf(row: Pick<ModelRow, 'figures'>, name: FigureName): Estimate {
  return row.figures.get(name) ?? UNKNOWN;
}

function modelIn(row: Row): string | null {
  return textIn(row, 'requestedModel');
}

function callsIn(row: Row): number {
  return numberIn(row, 'interactions') ?? 0;
}

function figuresIn(row: Row): Figures {
  return new Map(FIGURE_KINDS.map((kind) => [kind.name, estimateIn(row, kind)]));
}

/** Unknown values come last in either order. */
export function sorted(rows: readonly ModelRow[], by: FigureName, order: 'asc' | 'desc'): ModelRow[] {
  const way = order === 'asc' ? 1 : -1;
  const calls = (row: ModelRow) => figureOf(row, 'interactions').value ?? 0;
  return rows.toSorted((a, b) => {
    const [one, other] = [figureOf(a, by).value, figureOf(b, by).value];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return way * (one - other) || calls(b) - calls(a);
  });
}
