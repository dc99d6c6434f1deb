import type { ScoreUse } from '@parley/contract';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { valueName } from '../lib/upstream-names.ts';
import { useScoreNames } from '../scores/score-names.ts';
import { figureText } from '../scores/score-text.ts';
import { type ScoreFilter as Filter, scoresIn } from '../state/score-filters.ts';
import type { View } from '../state/view.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { withScore } from './score-filter-text.ts';

type Props = { name: string; view: View; onChange: (view: View) => void; close: () => void };

/** The values of a score that interactions must have: some of them, any, or none. */
export function ScoreFilter({ name, view, onChange, close }: Props) {
  const { appId } = useParams({ strict: false });
  const { names } = useScoreNames(appId);
  const use = names.find((one) => one.name === name);
  const filter = scoresIn(view).get(name) ?? {};
  const choose = (next: Filter | null) => onChange(withScore(view, name, next));
  const chosen = filter.values ?? [];
  const toggle = (value: string) => {
    const values = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
    choose(values.length === 0 ? null : { values });
  };
  const listed = use?.kind === 'boolean' ? ['true', 'false'] : (use?.values ?? []);
  return (
    <fieldset className="flex w-64 min-w-0 flex-col gap-1">
      <legend className="sr-only">{name}</legend>
      <span aria-hidden="true" dir="auto" className="truncate px-2 pb-1 text-sm font-medium" title={name}>
        {name}
      </span>
      {use?.kind === 'number' ? (
        <Bounds
          use={use}
          filter={filter}
          onChoose={(bounds) => {
            choose(bounds);
            close();
          }}
        />
      ) : (
        <div className="flex max-h-72 flex-col overflow-y-auto">
          {[...new Set([...listed, ...chosen])].map((value) => (
            <Choice
              key={value}
              text={valueName(`score.${name}`, value)}
              on={chosen.includes(value)}
              onToggle={() => toggle(value)}
            />
          ))}
        </div>
      )}
      <div className="flex flex-col border-t border-line pt-1">
        <Choice
          text="Any value"
          on={filter.scored === true}
          onToggle={() => choose(filter.scored === true ? null : { scored: true })}
        />
        <Choice
          text="Not scored"
          on={filter.scored === false}
          onToggle={() => choose(filter.scored === false ? null : { scored: false })}
        />
      </div>
    </fieldset>
  );
}

function Choice({ text, on, onToggle }: { text: string; on: boolean; onToggle: () => void }) {
  return (
    <label className="flex min-h-8 items-center gap-2 rounded-md px-2 hover:bg-sunken">
      <input type="checkbox" checked={on} onChange={onToggle} className="size-4 shrink-0 accent-accent" />
      <span dir="auto" className="min-w-0 truncate" title={text}>
        {text}
      </span>
    </label>
  );
}

type BoundsProps = { use: ScoreUse; filter: Filter; onChoose: (filter: Filter | null) => void };

function Bounds({ use, filter, onChoose }: BoundsProps) {
  const [min, setMin] = useState(textOf(filter.min));
  const [max, setMax] = useState(textOf(filter.max));
  const field = { type: 'number', step: 'any', inputMode: 'decimal' } as const;
  return (
    <form
      className="flex flex-col gap-2 px-2 pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        const bounds = {
          ...(min === '' ? {} : { min: Number(min) }),
          ...(max === '' ? {} : { max: Number(max) }),
        };
        onChoose(Object.keys(bounds).length === 0 ? null : bounds);
      }}
    >
      <div className="grid grid-cols-2 gap-2">
        <TextField
          {...field}
          label="At least"
          placeholder={use.min === null ? '' : figureText(use.min)}
          value={min}
          onChange={({ target }) => setMin(target.value)}
        />
        <TextField
          {...field}
          label="At most"
          placeholder={use.max === null ? '' : figureText(use.max)}
          value={max}
          onChange={({ target }) => setMax(target.value)}
        />
      </div>
      <Button type="submit" small look="primary">
        Apply
      </Button>
    </form>
  );
}

function textOf(bound: number | undefined): string {
  return bound === undefined ? '' : String(bound);
}
