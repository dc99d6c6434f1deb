import { moneyFormats } from '../../charts/query/money-formats.ts';
import { colored, NOTHING, stack } from '../../charts/query/series.ts';
import { stackedBy } from '../../charts/query/use-query.ts';
import { ViewChart } from '../../charts/query/view-chart.tsx';
import { compact } from '../../lib/format.ts';
import type { View } from '../../state/view.ts';
import { withNames } from './application-figures.ts';
import { useQueryAll } from './use-query-all.ts';

const CHARTS = [
  { measure: 'interactions', title: 'Interactions by application', money: false },
  { measure: 'costUsd', title: 'Cost by application', money: true },
] as const;

type Props = {
  view: View;
  names: ReadonlyMap<string, string>;
  /** Called for a click on a mark, with the application's name and the time of the mark. */
  onPick: (name: string, view: View) => void;
};

/** Interactions and cost over time, stacked by application. */
export function ApplicationCharts({ view, names, onPick }: Props) {
  const question = stackedBy('app', view);
  const interactions = useQueryAll(view, { ...question, measures: ['interactions'] });
  const costUsd = useQueryAll(view, { ...question, measures: ['costUsd'] });
  const answers = { interactions, costUsd };
  const stacks = colored(
    CHARTS.map(({ measure }) => stack(withNames(answers[measure].data, names), 'app', measure)),
    [...names.values()],
  );
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      {CHARTS.map(({ measure, title, money }, i) => (
        <ViewChart
          key={measure}
          title={title}
          view={view}
          data={stacks[i] ?? NOTHING}
          state={answers[measure]}
          kind="bars"
          {...(money ? moneyFormats(stacks[i] ?? NOTHING) : { format: (value) => compact(value ?? 0) })}
          onPick={(at, picked) => {
            if (picked) onPick(picked.group.name, at);
          }}
        />
      ))}
    </div>
  );
}
