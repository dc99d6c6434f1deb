import type { ButtonHTMLAttributes } from 'react';

type Look = 'plain' | 'primary' | 'ghost' | 'danger';

const LOOKS: Record<Look, string> = {
  plain: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  primary: 'border border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  ghost: 'border border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border border-transparent bg-bad text-on-accent hover:opacity-90',
};

/** A link or popover that looks like a small button. */
export const ACTION = `inline-flex h-7 items-center rounded-md px-2 text-sm font-medium whitespace-nowrap ${LOOKS.plain}`;

/** A link that looks like the main button of a dialog. */
export const MAIN_LINK = `inline-flex h-8 items-center rounded-md px-3 font-medium whitespace-nowrap ${LOOKS.primary}`;

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { look?: Look; small?: boolean; busy?: boolean };

export function Button({ look = 'plain', small, busy, className = '', children, disabled, ...rest }: Props) {
  const size = small ? 'h-7 px-2 text-sm' : 'h-8 px-3';
  return (
    <button
      type="button"
      disabled={disabled || busy}
      aria-busy={busy}
      className={`inline-flex items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors disabled:opacity-50 ${size} ${LOOKS[look]} ${className}`}
      {...rest}
    >
      {children}
    </button>
  );
}
