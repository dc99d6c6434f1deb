import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
  useState,
} from 'react';
import { fieldProblem } from './field-problem.ts';

const BOX =
  'w-full rounded-md border border-line-strong bg-surface px-2.5 text-ink outline-offset-0 focus-visible:outline-2 focus-visible:outline-accent disabled:opacity-60';

type Around = { label: string; hint?: ReactNode; error?: string | undefined };

type InputProps = InputHTMLAttributes<HTMLInputElement> & Around;

export function TextField({ label, hint, error, className = '', ...rest }: InputProps) {
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const wrong = error ?? problem;
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={wrong !== undefined}
        aria-describedby={hint || wrong ? `${id}-note` : undefined}
        className={`${BOX} h-9 ${wrong ? 'border-bad' : ''}`}
        onInvalid={(event) => {
          saveFromBubble(event);
          setProblem(fieldProblem(event.currentTarget));
        }}
        onInput={({ currentTarget }) => {
          if (problem !== undefined) setProblem(fieldProblem(currentTarget));
        }}
        {...rest}
      />
      <Note id={`${id}-note`} hint={hint} error={wrong} />
    </div>
  );
}

/** The name of something: not empty, and not only spaces. */
export function NameField(props: Omit<InputProps, 'label' | 'name' | 'required' | 'maxLength' | 'pattern'>) {
  return (
    <TextField
      label="Name"
      name="name"
      required
      maxLength={100}
      pattern=".*\S.*"
      autoComplete="off"
      {...props}
    />
  );
}

/** Focuses the first invalid field, which the browser does not do without its bubble. */
function saveFromBubble(event: FormEvent<HTMLInputElement>): void {
  event.preventDefault();
  const field = event.currentTarget;
  if (field.form?.querySelector('input:invalid, select:invalid') === field) field.focus();
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

/** The error, followed by the hint. */
function Note({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (!error && !hint) return null;
  return (
    <div id={id} className="flex flex-col gap-0.5 text-sm">
      {error ? (
        <p role="alert" className="text-bad">
          {error}
        </p>
      ) : null}
      {hint ? <p className="text-ink-3">{hint}</p> : null}
    </div>
  );
}
