import { useId } from 'react';

type Props<T extends string> = {
  label: string;
  options: Readonly<Record<T, string>>;
  value: T;
  onChange: (value: T) => void;
};

/** A segmented control, made of radio buttons so that the arrow keys work. */
export function Segmented<T extends string>({ label, options, value, onChange }: Props<T>) {
  const group = useId();
  // `Object.keys` types the keys of a record as strings.
  const names = Object.keys(options) as T[];
  return (
    <fieldset className="m-0 inline-flex gap-0.5 rounded-md border border-line bg-sunken p-0.5">
      <legend className="sr-only">{label}</legend>
      {names.map((name) => (
        <label
          key={name}
          className="flex h-7 items-center rounded-sm px-3 text-sm text-ink-2 has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-xs has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={group}
            checked={name === value}
            onChange={() => onChange(name)}
            className="sr-only"
          />
          {options[name]}
        </label>
      ))}
    </fieldset>
  );
}
