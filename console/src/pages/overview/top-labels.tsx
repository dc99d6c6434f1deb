import { useAsk } from '../../api/use-ask.ts';
import { AlertLink } from '../../charts/alert-link.tsx';
import { BarList } from '../../charts/bar-list.tsx';
import { ChartCard } from '../../charts/chart-card.tsx';
import { listQuery, type View } from '../../state/view.ts';
import { RankPicker } from './rank-picker.tsx';
import { RANKS, type Rank, rankColumns } from './ranks.ts';

const MAX_VALUES = 8;

type Props = {
  appId: string;
  view: View;
  rank: Rank;
  onRank: (rank: Rank) => void;
  /** The label whose values are shown; the most frequent one by default. */
  label: string | undefined;
  onLabel: (label: string) => void;
  onPick: (view: View) => void;
};

/** The first values of a label by a measure. */
export function TopLabels({ appId, view, rank, onRank, label, onLabel, onPick }: Props) {
  const { measure } = RANKS[rank];
  const answer = useAsk('GET /v1/labels', {
    query: { ...listQuery(appId, view), orderBy: measure, values: MAX_VALUES },
  });
  const labels = answer.data?.data ?? [];
  const shown = labels.find(({ name }) => name === label) ?? labels[0];
  const values = (shown?.values ?? []).filter((one) => (one[measure] ?? 0) > 0);
  const { heads, cells } = rankColumns(rank, values);
  return (
    <ChartCard
      title="Top labels"
      aside={
        <>
          <RankPicker rank={rank} onRank={onRank} />
          {shown ? <AlertLink measure={measure} view={view} groupBy={`label.${shown.name}`} /> : null}
        </>
      }
      table={{
        columns: [shown?.name ?? 'Label', ...heads],
        rows: values.map((one) => [one.value, ...cells(one)]),
      }}
      state={answer}
      {...(labels.length > 1 && shown
        ? {
            above: (
              <LabelPicker names={labels.map(({ name }) => name)} shown={shown.name} onLabel={onLabel} />
            ),
          }
        : {})}
    >
      <BarList
        items={values.map((one) => ({
          key: one.value,
          name: one.value,
          value: one[measure] ?? 0,
          text: cells(one)[0] ?? '',
        }))}
        onPick={(value) => onPick({ ...view, [`label.${shown?.name}`]: [value] })}
      />
    </ChartCard>
  );
}

type PickerProps = { names: readonly string[]; shown: string; onLabel: (label: string) => void };

function LabelPicker({ names, shown, onLabel }: PickerProps) {
  return (
    <select
      aria-label="Label"
      value={shown}
      onChange={({ target }) => onLabel(target.value)}
      className="mb-2 h-7 w-full rounded-md border border-line-strong bg-surface px-1.5 text-sm"
    >
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
