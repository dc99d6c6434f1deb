import { THUMBS } from '@parley/contract/score-limits';
import { AlertLink } from '../../charts/alert-link.tsx';
import { lines } from '../../charts/query/series.ts';
import { numberIn, useQueryOf } from '../../charts/query/use-query.ts';
import { ViewChart } from '../../charts/query/view-chart.tsx';
import { count, percentAxis } from '../../lib/format.ts';
import { measured, useScoreNames } from '../../scores/score-names.ts';
import { meanText } from '../../scores/score-text.ts';
import { bucketOf, type View } from '../../state/view.ts';

type Props = {
  appId: string;
  view: View;
  /** The name of the score; the first one by default. */
  score: string | undefined;
  onScore: (name: string) => void;
  onPick: (view: View) => void;
  className: string;
};

/**
 * The mean of a score over time. Applications without scores have no such chart. It is asked for together with the
 * names: thumbs, unless another score is chosen or there are none.
 */
export function ScoreChart({ appId, view, score = THUMBS, onScore, onPick, className }: Props) {
  const { names: known, isPending } = useScoreNames(appId);
  const names = measured(known);
  const shown = names.find(({ name }) => name === score) ?? names[0];
  const name = isPending ? score : (shown?.name ?? score);
  const [mean, number] = [`score.${name}.mean`, `score.${name}.count`] as const;
  const answer = useQueryOf(appId, view, { measures: [mean, number], bucket: bucketOf(view) });
  if (!shown) return null;
  const { kind } = shown;
  const data = lines(answer.data, [[mean, kind === 'boolean' ? `${name}, thumbs up` : name]]);
  const scores = (index: number) => numberIn(answer.data?.rows[index], number) ?? 0;
  return (
    <ViewChart
      title="Scores"
      aside={
        <>
          {names.length > 1 ? (
            <select
              aria-label="Score"
              value={name}
              onChange={({ target }) => onScore(target.value)}
              className="h-7 min-w-0 max-w-40 rounded-md border border-line-strong bg-surface px-1.5 text-sm"
            >
              {names.map((one) => (
                <option key={one.name}>{one.name}</option>
              ))}
            </select>
          ) : null}
          <AlertLink measure={mean} view={view} />
        </>
      }
      view={view}
      data={data}
      state={answer}
      kind="lines"
      format={(value) => meanText(kind, value)}
      {...(kind === 'boolean' ? { axisFormat: percentAxis } : {})}
      note={{
        head: 'Scores',
        of: (index) => `${count(scores(index))} ${scores(index) === 1 ? 'score' : 'scores'}`,
      }}
      onPick={(at) => onPick({ ...at, scored: [name] })}
      className={className}
    />
  );
}
