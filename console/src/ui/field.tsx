import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';

const BOX =
  'w-full rounded-md border border-line-strong bg-surface px-2.5 text-ink outline-offset-0 focus-visible:outline-2 focus-visible:outline-accent disabled:opacity-60';

type Around = { label: string; hint?: ReactNode; error?: string | undefined };

type InputProps = InputHTMLAttributes<HTMLInputElement> & Around;

export function TextField({ label, hint, error, className = '', ...rest }: InputProps) {
  const id = useId();
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={hint || error ? `${id}-note` : undefined}
        className={`${BOX} h-9 ${error ? 'border-bad' : ''}`}
        {...rest}
      />
      <Note id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> &
  Around & { options: readonly (readonly [string, string])[] };

export function SelectField({ label, hint, error, options, className = '', ...rest }: SelectProps) {
  const id = useId();
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select id={id} className={`${BOX} h-9`} {...rest}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <Note id={`${id}-note`} hint={hint} error={error} />
    </div>
  );
}

function Note({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (error) {
    return (
      <p id={id} role="alert" className="text-sm text-bad">
        {error}
      </p>
    );
  }
  return hint ? (
    <p id={id} className="text-sm text-ink-3">
      {hint}
    </p>
  ) : null;
}
