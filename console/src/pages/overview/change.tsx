import { NONE } from '../../lib/format.ts';

export type ChangeProps = {
  now: number | null;
  before: number | null;
  format: (value: number | null) => string;
  /** Whether more of it is good, bad, or neither. */
  more: 'good' | 'bad' | 'neither';
};

/** Against the period before. */
export function Change({ now, before, more, format }: ChangeProps) {
  if (now === null) return <span>{NONE}</span>;
  if (!before) return <span>{now === before ? 'as before' : 'none before'}</span>;
  const change = now / before - 1;
  const tone =
    more === 'neither' || Math.abs(change) < 0.005
      ? ''
      : change > 0 === (more === 'good')
        ? 'text-good'
        : 'text-bad';
  const sign = change > 0 ? '↑' : change < 0 ? '↓' : '';
  return (
    <span className={tone} title={`${format(before)} in the period before`}>
      {sign}{' '}
      {Math.abs(change).toLocaleString('en', {
        style: 'percent',
        maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
      })}
      <span className="sr-only">{change > 0 ? ' more than' : ' less than'} the period before</span>
    </span>
  );
}
