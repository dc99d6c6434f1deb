import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/status.tsx';

type Props = {
  /** The label of the button. */
  action: string;
  busy: boolean;
  error: unknown;
  onSubmit: (field: (name: string) => string) => void;
  children?: ReactNode;
};

/**
 * A few fields and one button. The browser validates the fields, which show their own errors; Enter submits.
 */
export function EntryForm({ action, busy, error, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([readonly]), button')?.focus();
  }, []);
  return (
    <form
      ref={form}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        onSubmit((name) => String(data.get(name) ?? ''));
      }}
    >
      {children}
      {error ? <ErrorState error={error} /> : null}
      <Button type="submit" look="primary" busy={busy} className="h-9 w-full">
        {action}
      </Button>
    </form>
  );
}
