import type { ReactNode } from 'react';

type Props = {
  label: string;
  name: string;
  defaultValue: string;
  disabled?: boolean;
  onChange?: (value: string) => void;
  options: readonly (readonly [value: string, text: string, hint: ReactNode])[];
};

/** Radio buttons with a description each. */
export function RadioField({ label, name, defaultValue, disabled, onChange, options }: Props) {
  return (
    <fieldset disabled={disabled} className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {options.map(([value, text, hint]) => (
        <label key={value} className="flex items-start gap-2.5">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === defaultValue}
            onChange={() => onChange?.(value)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            {text}
            <span className="block text-sm text-ink-3">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
