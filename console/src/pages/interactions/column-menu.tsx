import { useLabelNames } from '../../filters/use-label-names.ts';
import { isLabel, labelName } from '../../state/label-filters.ts';
import type { View } from '../../state/view.ts';
import { Popover } from '../../ui/popover.tsx';
import { Skeleton } from '../../ui/status.tsx';
import { COLUMN_NAMES, type ColumnName, type PlainColumn } from './columns.tsx';

const NAMES = Object.keys(COLUMN_NAMES) as PlainColumn[];

type Props = { chosen: readonly ColumnName[]; onChoose: (names: readonly ColumnName[]) => void };

export function ColumnMenu({ view, ...props }: Props & { view: View }) {
  return (
    <Popover label="Columns" title="Columns">
      {() => (
        <div className="flex w-44 flex-col">
          <fieldset className="flex flex-col">
            <legend className="sr-only">Columns</legend>
            {NAMES.map((name) => (
              <Choice key={name} name={name} text={COLUMN_NAMES[name]} {...props} />
            ))}
          </fieldset>
          <LabelChoices view={view} {...props} />
        </div>
      )}
    </Popover>
  );
}

/** The labels of the range, and those chosen in another range. */
function LabelChoices({ view, ...props }: Props & { view: View }) {
  const { names, isPending } = useLabelNames(view);
  if (isPending) return <Skeleton className="m-2 h-16" />;
  const offered = [...new Set([...names, ...props.chosen.filter(isLabel)])];
  if (offered.length === 0) return null;
  return (
    <fieldset className="mt-1.5 flex flex-col border-t border-line pt-1.5">
      <legend className="sr-only">Labels</legend>
      <span aria-hidden="true" className="px-2 py-1 text-sm text-ink-3">
        Labels
      </span>
      {offered.map((name) => (
        <Choice key={name} name={name} text={labelName(name)} {...props} />
      ))}
    </fieldset>
  );
}

function Choice({ name, text, chosen, onChoose }: Props & { name: ColumnName; text: string }) {
  const on = chosen.includes(name);
  return (
    <label className="flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-sunken">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={on}
        // The last column cannot be hidden.
        disabled={chosen.length === 1 && on}
        onChange={() => onChoose(on ? chosen.filter((one) => one !== name) : [...chosen, name])}
      />
      <span className="min-w-0 truncate">{text}</span>
    </label>
  );
}
