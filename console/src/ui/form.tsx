import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { ErrorState } from './status.tsx';

/** The state of a change. */
export type Changing = { isPending: boolean; isSuccess: boolean; error: unknown };

type Props = {
  /** The label of the button. */
  action: string;
  change: Changing;
  /** The message after success. */
  done?: string;
  look?: 'primary' | 'plain' | 'danger';
  disabled?: boolean;
  /** Called with a reader of the fields, and a function that clears them. */
  onSubmit: (field: (name: string) => string, clear: () => void) => void;
  children?: ReactNode;
};

/**
 * Fields, one button and the result. The browser validates the fields, which show their own errors; Enter
 * submits.
 */
export function Form({ action, change, done, look = 'primary', disabled, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  return (
    <form
      ref={form}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        onSubmit(
          (name) => String(data.get(name) ?? ''),
          () => form.current?.reset(),
        );
      }}
    >
      {children}
      {change.error ? <ErrorState error={change.error} /> : null}
      <div className="flex items-center gap-3">
        <Button type="submit" look={look} busy={change.isPending} disabled={disabled}>
          {action}
        </Button>
        <span role="status" className="text-sm text-good">
          {done && change.isSuccess && !change.isPending ? done : ''}
        </span>
      </div>
    </form>
  );
}
