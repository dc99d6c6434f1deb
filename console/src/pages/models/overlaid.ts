import type { QueryAnswer } from '@parley/contract';
import { OTHERS_COLOR } from '../../charts/colors.ts';
import { type Group, NOTHING, type Stacked } from '../../charts/query/series.ts';
import { textIn } from '../../charts/query/use-query.ts';
import { estimateIn, type FigureKind } from './figure-kinds.ts';
import { modelText } from './model-figures.ts';

type Line = Group & { values: (number | null)[]; counts: number[] };

/** One figure of several models over time, a line each, in the order of the answer. */
export function overlaid(answer: QueryAnswer | undefined, kind: FigureKind): Stacked {
  if (!answer) return NOTHING;
  const times = [...new Set(answer.rows.map(({ time }) => time ?? ''))];
  const place = new Map(times.map((time, i) => [time, i]));
  const lines = new Map<string, Line>();
  for (const row of answer.rows) {
    const key = textIn(row, 'requestedModel');
    const name = modelText(key);
    const line = lines.get(name) ?? { name, key, others: false, color: OTHERS_COLOR, values: [], counts: [] };
    lines.set(name, line);
    const { value, n } = estimateIn(row, kind);
    const at = place.get(row.time ?? '') ?? 0;
    line.values[at] = value;
    line.counts[at] = n;
  }
  return { times, range: { from: answer.from, to: answer.to }, series: [...lines.values()] };
}
