import { compact, count } from '../../lib/format.ts';

/** The number of calls behind a figure. */
export function Calls({ n }: { n: number }) {
  return (
    <span title={`${count(n)} ${n === 1 ? 'call' : 'calls'}`} className="tabular text-xs text-ink-3">
      n {compact(n)}
    </span>
  );
}
