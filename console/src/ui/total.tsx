import { count } from '../lib/format.ts';

/** The total number of rows, of which a list has loaded only some. */
export function Total({ total, of, stale }: { total: number; of: string; stale: boolean }) {
  return (
    <span className={`tabular text-sm text-ink-3 ${stale ? 'opacity-50' : ''}`}>
      {count(total)} {total === 1 ? of : `${of}s`}
    </span>
  );
}
