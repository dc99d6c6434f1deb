import type { ScoreUse } from '@parley/contract';
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Popover } from '../ui/popover.tsx';
import type { ScoreValue } from './given-scores.ts';
import { figureText } from './score-text.ts';
import { ThumbButtons } from './thumb-buttons.tsx';

/** More would be a list to search in. */
const MAX_NAMES = 12;
const FIELD = 'h-8 w-full min-w-0 rounded-md border border-line-strong bg-surface px-2';

type Give = (name: string, value: ScoreValue | null) => void;

type Props = {
  /** Without the one that has its thumbs beside this button. */
  names: readonly ScoreUse[];
  ownValue: (name: string) => ScoreValue | undefined;
  onGive: Give;
  className: string;
};

/** Scores under other names, each with a field for its kind of values, and a new one. */
export function MoreScores({ names, ownValue, onGive, className }: Props) {
  return (
    <Popover label="Score" title="More scores" className={className}>
      {(close) => (
        <div className="flex w-72 max-w-full flex-col gap-3 p-1.5">
          {names.slice(0, MAX_NAMES).map((use) => (
            <div key={use.name} className="grid grid-cols-[minmax(0,1fr)_9rem] items-center gap-2">
              <span dir="auto" className="truncate" title={use.name}>
                {use.name}
              </span>
              <ValueField
                use={use}
                value={ownValue(use.name)}
                onGive={(value) => {
                  onGive(use.name, value);
                  if (use.kind !== 'boolean') close();
                }}
              />
            </div>
          ))}
          <NewScore
            separated={names.length > 0}
            onGive={(name, value) => {
              onGive(name, value);
              close();
            }}
          />
        </div>
      )}
    </Popover>
  );
}

type FieldProps = {
  use: ScoreUse;
  value: ScoreValue | undefined;
  onGive: (value: ScoreValue | null) => void;
};

function ValueField({ use, value, onGive }: FieldProps) {
  const { name, kind, min, max, values } = use;
  const [typed, setTyped] = useState(value === undefined ? '' : String(value));
  const list = useId();
  if (kind === 'boolean') {
    return (
      <ThumbButtons name={name} value={typeof value === 'boolean' ? value : undefined} onGive={onGive} />
    );
  }
  const text = typed.trim();
  const isNumber = kind === 'number';
  return (
    <form
      className="flex gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        onGive(text === '' ? null : isNumber ? Number(text) : text);
      }}
    >
      <input
        type={isNumber ? 'number' : 'text'}
        {...(isNumber
          ? {
              step: 'any',
              inputMode: 'decimal',
              placeholder: min === null || max === null ? '' : `${figureText(min)} to ${figureText(max)}`,
            }
          : { list, maxLength: 256, dir: 'auto', placeholder: values[0] ?? '' })}
        aria-label={name}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className={FIELD}
      />
      {isNumber ? null : (
        <datalist id={list}>
          {values.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      <Button type="submit" small className="h-8" disabled={text === '' && value === undefined}>
        {text === '' && value !== undefined ? 'Clear' : 'Save'}
      </Button>
    </form>
  );
}

/** A number if what was typed is one, else a word. */
function NewScore({ separated, onGive }: { separated: boolean; onGive: Give }) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const text = value.trim();
  return (
    <form
      className={`flex flex-col gap-2 ${separated ? 'border-t border-line pt-3' : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        onGive(name.trim(), Number.isFinite(Number(text)) ? Number(text) : text);
      }}
    >
      <TextField
        label="New score"
        placeholder="Name, such as accuracy"
        required
        pattern="[A-Za-z0-9_.\-]{1,64}"
        title="Letters, digits, _, . and -"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className="flex items-end gap-1.5">
        <input
          aria-label="Value"
          placeholder="A number or a word"
          dir="auto"
          required
          maxLength={256}
          value={value}
          onChange={({ target }) => setValue(target.value)}
          className={FIELD}
        />
        <Button type="submit" small className="h-8">
          Add
        </Button>
      </div>
    </form>
  );
}
