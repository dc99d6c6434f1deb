import { count } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { MOST_ROWS } from './use-tail.ts';

type Props = {
  end: 'more' | 'loading' | 'failed' | 'end' | 'left out';
  rows: number;
  onMore: () => void;
};

/** What stands below the last row. */
export function ListEnd({ end, rows, onMore }: Props) {
  if (end === 'failed') {
    return (
      <p role="alert" className="flex items-center justify-center gap-3 px-4 py-3 text-bad">
        The next ones could not be loaded.
        <Button small onClick={onMore}>
          Try again
        </Button>
      </p>
    );
  }
  const text = {
    more: '',
    loading: 'Loading more…',
    end: rows === 1 ? 'One interaction.' : `All ${count(rows)} interactions.`,
    'left out': `Live shows the newest ${count(MOST_ROWS)}. Turn it off to see the ones before.`,
  }[end];
  return (
    <p role="status" className="px-4 py-3 text-center text-sm text-ink-3">
      {text}
    </p>
  );
}
