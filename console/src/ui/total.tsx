import { count } from '../lib/format.ts';

/** How many there are in all: a list knows only how many it has loaded. */
export function Total({ total, of, stale }: { total: number; of: string; stale: boolean }) {
  return (
    <span className={`tabular text-sm text-ink-3 ${stale ? 'opacity-50' : ''}`}>
      {count(total)} {total === 1 ? of : `${of}s`}
    </span>
  );
}
