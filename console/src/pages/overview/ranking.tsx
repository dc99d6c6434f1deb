import { BarList } from '../../charts/bar-list.tsx';
import { ChartCard } from '../../charts/chart-card.tsx';
import { wordOf } from '../../filters/filter-kinds.ts';
import type { View } from '../../state/view.ts';
import { type Measure, numberIn, textIn, useQueryOf } from './use-query.ts';

type Props = {
  appId: string;
  view: View;
  title: string;
  dimension: 'model' | 'requestedModel' | 'finishReason';
  measure: Measure;
  format: (value: number | null) => string;
  none: string;
  onPick: (key: string) => void;
};

function nameOf(key: string | null, none: string, dimension: Props['dimension']): string {
  if (key === null) return none;
  return dimension === 'finishReason' ? wordOf(key) : key;
}

/** The first eight of something, by an amount. */
export function Ranking({ appId, view, title, dimension, measure, format, none, onPick }: Props) {
  const answer = useQueryOf(appId, view, { measures: [measure], dimensions: [dimension], limit: 8 });
  const rows = (answer.data?.rows ?? []).filter((row) => (numberIn(row, measure) ?? 0) > 0);
  const items = rows.map((row) => ({
    key: textIn(row, dimension) ?? '',
    name: nameOf(textIn(row, dimension), none, dimension),
    value: numberIn(row, measure) ?? 0,
    text: format(numberIn(row, measure)),
  }));
  return (
    <ChartCard
      title={title}
      table={{
        columns: [dimension === 'finishReason' ? 'Finish reason' : 'Model', ''],
        rows: items.map(({ name, text }) => [name, text]),
      }}
      state={answer}
    >
      <BarList items={items} onPick={onPick} />
    </ChartCard>
  );
}
