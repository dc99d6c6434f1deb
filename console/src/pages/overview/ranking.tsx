import { AlertLink } from '../../charts/alert-link.tsx';
import { BarList } from '../../charts/bar-list.tsx';
import { ChartCard } from '../../charts/chart-card.tsx';
import { type Measure, numberIn, textIn, useQueryOf } from '../../charts/query/use-query.ts';
import { valueName } from '../../lib/upstream-names.ts';
import type { View } from '../../state/view.ts';

const HEADS = { requestedModel: 'Model', finishReason: 'Finish reason' } as const;

type Props = {
  appId: string;
  view: View;
  title: string;
  dimension: keyof typeof HEADS;
  measure: Measure;
  /** The heading of the amounts. */
  head: string;
  /** A format for these values in one column. */
  formatFor: (values: readonly (number | null)[]) => (value: number | null) => string;
  /** The amount in full, for a tooltip. */
  exact?: (value: number | null) => string;
  none: string;
  colorOf?: (key: string) => string;
  onPick: (key: string) => void;
};

/** The top eight values of a dimension by a measure. */
export function Ranking(props: Props) {
  const { appId, view, title, dimension, measure, head, formatFor, exact, none, colorOf, onPick } = props;
  const answer = useQueryOf(appId, view, { measures: [measure], dimensions: [dimension], limit: 8 });
  const rows = (answer.data?.rows ?? []).filter((row) => (numberIn(row, measure) ?? 0) > 0);
  const format = formatFor(rows.map((row) => numberIn(row, measure)));
  const items = rows.map((row) => {
    const key = textIn(row, dimension);
    return {
      key: key ?? '',
      name: key === null ? none : valueName(dimension, key),
      value: numberIn(row, measure) ?? 0,
      text: format(numberIn(row, measure)),
      exact: exact?.(numberIn(row, measure)),
      color: colorOf?.(key ?? ''),
    };
  });
  return (
    <ChartCard
      title={title}
      aside={<AlertLink measure={measure} view={view} groupBy={dimension} />}
      table={{
        columns: [HEADS[dimension], head],
        rows: items.map(({ name, text, exact: title }) => [
          name,
          title === undefined ? text : { text, title },
        ]),
      }}
      state={answer}
    >
      <BarList items={items} onPick={onPick} />
    </ChartCard>
  );
}
