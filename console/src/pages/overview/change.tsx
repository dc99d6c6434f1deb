import { NONE } from '../../lib/format.ts';

export type ChangeProps = {
  now: number | null;
  before: number | null;
  format: (value: number | null) => string;
  /** The figure in full, where `format` shortens it. */
  exact?: (value: number | null) => string;
  /** Whether an increase is good, bad or neutral. */
  more: 'good' | 'bad' | 'neither';
};

/** The change from the previous period. */
export function Change({ now, before, more, format, exact = format }: ChangeProps) {
  if (now === null) return <span>{NONE}</span>;
  if (before === null) return <span>no earlier data</span>;
  if (now === before) return <span>no change</span>;
  const change = before === 0 ? Number.POSITIVE_INFINITY : now / before - 1;
  const tone =
    more === 'neither' || Math.abs(change) < 0.005
      ? ''
      : change > 0 === (more === 'good')
        ? 'text-good'
        : 'text-bad';
  return (
    <span className={tone} title={`${exact(before)} in the period before`}>
      {change > 0 ? '↑' : '↓'} {before === 0 ? `from ${format(0)}` : shareText(Math.abs(change))}
      <span className="sr-only">{change > 0 ? ' more than' : ' less than'} the period before</span>
    </span>
  );
}

function shareText(share: number): string {
  return share.toLocaleString('en', {
    style: 'percent',
    maximumFractionDigits: share < 0.1 ? 1 : 0,
  });
}
