import { BREAKDOWNS, FIELDS } from '@parley/contract/fields';
import { useParams } from '@tanstack/react-router';
import { readStack, type Stack } from '../../charts/query/stacks.ts';
import { useLabelNames } from '../../filters/use-label-names.ts';
import { useScoreNames } from '../../scores/score-names.ts';
import { isLabel, labelName } from '../../state/label-filters.ts';
import { isScore, scoreName } from '../../state/score-filters.ts';
import type { View } from '../../state/view.ts';

type Props = { view: View; stackBy: Stack; onStack: (stackBy: Stack) => void };

export function StackPicker({ view, stackBy, onStack }: Props) {
  const { names } = useLabelNames(view);
  // The chosen label may not occur in this range.
  const labels = new Set([...names, ...[stackBy].filter(isLabel)]);
  const { appId } = useParams({ strict: false });
  const scored = useScoreNames(appId).names.map(({ name }) => `score.${name}`);
  const scores = new Set([...scored, stackBy].filter(isScore));
  // All interactions of one user would be a single colour.
  const fields = BREAKDOWNS.filter((name) => name !== 'user' || view.user?.length !== 1);
  return (
    <select
      aria-label="Stack by"
      value={stackBy}
      onChange={(event) => onStack(readStack(event.target.value))}
      className="h-7 min-w-0 max-w-40 sm:max-w-44 rounded-md border border-line-strong bg-surface px-1.5 text-sm"
    >
      {fields.map((name) => (
        <option key={name} value={name}>
          by {FIELDS[name].label.toLowerCase()}
        </option>
      ))}
      {labels.size > 0 ? (
        <optgroup label="Labels">
          {[...labels].map((name) => (
            <option key={name} value={name}>
              by {labelName(name)}
            </option>
          ))}
        </optgroup>
      ) : null}
      {scores.size > 0 ? (
        <optgroup label="Scores">
          {[...scores].map((name) => (
            <option key={name} value={name}>
              by {scoreName(name)}
            </option>
          ))}
        </optgroup>
      ) : null}
    </select>
  );
}
