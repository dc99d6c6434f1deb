import { NONE } from '../../lib/format.ts';
import { Icon } from '../../ui/icon.tsx';

export type ChangeProps = {
  now: number | null;
  before: number | null;
  format: (value: number | null) => string;
  /** The figure in full, where `format` shortens it. */
  exact?: (value: number | null) => string;
  /** Whether an increase is good, bad or neutral. */
  more: 'good' | 'bad' | 'neither';
};

/** A smaller change would be shown as 0 %. */
const LEAST = 0.0005;

/** The change from the previous period. */
export function Change({ now, before, more, format, exact = format }: ChangeProps) {
  if (now === null) return <span>{NONE}</span>;
  if (before === null) return <span>no earlier data</span>;
  const change = before === 0 ? Number.POSITIVE_INFINITY : now / before - 1;
  if (now === before || Math.abs(change) < LEAST) return <span>no change</span>;
  const isJudged = more !== 'neither' && Math.abs(change) >= 0.005;
  const { tone, icon, word } = JUDGEMENTS[change > 0 === (more === 'good') ? 'good' : 'bad'];
  return (
    <span
      className={`inline-flex items-center gap-1 ${isJudged ? tone : ''}`}
      title={`${exact(before)} in the period before${isJudged ? `: ${word}` : ''}`}
    >
      {isJudged ? <Icon name={icon} className="size-3.5" /> : null}
      {change > 0 ? '↑' : '↓'} {before === 0 ? `from ${format(0)}` : shareText(Math.abs(change))}
      <span className="sr-only">
        {change > 0 ? 'more than' : 'less than'} the period before{isJudged ? `, ${word}` : ''}
      </span>
    </span>
  );
}

/** Told apart by their icons, too: not everybody sees the colours. */
const JUDGEMENTS = {
  good: { tone: 'text-good', icon: 'check', word: 'favourable' },
  bad: { tone: 'text-bad', icon: 'errors', word: 'unfavourable' },
} as const;

function shareText(share: number): string {
  return share.toLocaleString('en', {
    style: 'percent',
    maximumFractionDigits: share < 0.1 ? 1 : 0,
  });
}
