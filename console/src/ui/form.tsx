import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { ErrorState } from './status.tsx';

/** What a change tells of itself. */
export type Changing = { isPending: boolean; isSuccess: boolean; error: unknown };

type Props = {
  /** What the button says. */
  action: string;
  change: Changing;
  /** What to say once it is done. */
  done?: string;
  look?: 'primary' | 'plain' | 'danger';
  disabled?: boolean;
  /** Gets what was typed, and how to empty the fields once that is kept. */
  onSubmit: (field: (name: string) => string, clear: () => void) => void;
  children?: ReactNode;
};

/** Fields, one button, and what came of it. The browser checks the fields, each of which says what is wrong; Enter sends them. */
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
