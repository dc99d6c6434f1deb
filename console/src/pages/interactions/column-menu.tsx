import { Popover } from '../../ui/popover.tsx';
import { COLUMN_NAMES, type ColumnName } from './columns.tsx';

const NAMES = Object.keys(COLUMN_NAMES) as ColumnName[];

type Props = { chosen: readonly ColumnName[]; onChoose: (names: readonly ColumnName[]) => void };

export function ColumnMenu({ chosen, onChoose }: Props) {
  return (
    <Popover label="Columns" title="Columns">
      {() => (
        <fieldset className="flex w-44 flex-col">
          <legend className="sr-only">Columns</legend>
          {NAMES.map((name) => (
            <label key={name} className="flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-sunken">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={chosen.includes(name)}
                // The last one stays: a list without columns is none.
                disabled={chosen.length === 1 && chosen.includes(name)}
                onChange={() =>
                  onChoose(
                    NAMES.filter((one) => (one === name ? !chosen.includes(one) : chosen.includes(one))),
                  )
                }
              />
              {COLUMN_NAMES[name]}
            </label>
          ))}
        </fieldset>
      )}
    </Popover>
  );
}
