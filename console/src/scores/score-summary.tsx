import type { Score } from '@parley/contract';
import { NONE } from '../lib/format.ts';
import { useMe } from '../state/me.ts';
import { Icon } from '../ui/icon.tsx';
import { useShownScores } from './given-scores.ts';
import { authorText, figureText, isMachine, valueText } from './score-text.ts';
import type { Target } from './target.ts';
import { Thumb } from './thumb.tsx';
import { isWritten } from './written.ts';

type Props = { target: Target; scores: readonly Score[]; empty?: string };

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Scores in a few characters, for a row of a list; all of them to hover. */
export function ScoreSummary({ target, scores, empty = NONE }: Props) {
  const { person } = useMe();
  const shown = useShownScores(target, scores, person.email);
  if (shown.length === 0) return <span className="text-ink-3">{empty}</span>;
  const byName = [...Map.groupBy(shown, ({ name }) => name)].toSorted(
    ([, a], [, b]) => Number(a.every(isMachine)) - Number(b.every(isMachine)),
  );
  const all = shown
    .map((score) => `${score.name} ${valueText(score.value)} (${authorText(score, NO_NAMES)})`)
    .join('\n');
  const commented = shown.some(({ comment }) => comment !== null);
  return (
    <span title={all} className="inline-flex max-w-full items-center gap-1.5 overflow-hidden align-middle">
      {byName.map(([name, said]) => (isWritten(name) ? null : <Summed key={name} scores={said} />))}
      {commented ? (
        <span className="inline-flex text-ink-3">
          <Icon name="comment" className="size-3.5" />
          <span className="sr-only">Comment</span>
        </span>
      ) : null}
    </span>
  );
}

/** The scores of one name: thumbs with their numbers, the mean of numbers, or the newest word. */
function Summed({ scores }: { scores: readonly Score[] }) {
  const values = scores.map(({ value }) => value);
  const tone = scores.every(isMachine) ? 'text-ink-3' : '';
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length > 0) {
    const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
    return <span className={`tabular ${tone}`}>{figureText(mean)}</span>;
  }
  const [word] = values;
  if (typeof word === 'string') return <span className={`truncate ${tone}`}>{word}</span>;
  return [true, false].map((up) => {
    const many = values.filter((value) => value === up).length;
    return many === 0 ? null : (
      <span key={String(up)} className="inline-flex items-center gap-0.5">
        <Thumb up={up} />
        {many > 1 ? <span className="tabular text-xs">{many}</span> : null}
      </span>
    );
  });
}
