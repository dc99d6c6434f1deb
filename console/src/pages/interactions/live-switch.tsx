import type { Connection } from './use-tail.ts';

type Props = {
  on: boolean;
  connection: Connection;
  /** Why live is unavailable, if it is. */
  obstacle: string | null;
  onSwitch: (on: boolean) => void;
};

const WORDS: Record<Connection, string> = {
  connecting: 'Connecting…',
  open: 'Live',
  lost: 'Connection lost, trying again…',
};

export function LiveSwitch({ on, connection, obstacle, onSwitch }: Props) {
  const lost = on && connection === 'lost';
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label="Live"
      disabled={obstacle !== null}
      title={obstacle ?? 'Show new interactions as they arrive'}
      onClick={() => onSwitch(!on)}
      className={`inline-flex h-8 items-center gap-2 rounded-md border px-2.5 font-medium whitespace-nowrap disabled:opacity-50 ${
        lost
          ? 'border-warn/40 bg-warn-soft text-warn'
          : on
            ? 'border-accent/40 bg-accent-soft text-accent-strong'
            : 'border-line-strong bg-surface hover:bg-sunken'
      }`}
    >
      <span
        aria-hidden="true"
        className={`size-2 rounded-full ${lost ? 'bg-warn' : on ? 'animate-pulse bg-accent' : 'bg-line-strong'}`}
      />
      <span aria-live="polite">{on ? WORDS[connection] : 'Live'}</span>
    </button>
  );
}
