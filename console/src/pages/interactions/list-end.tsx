import { count } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { MAX_ROWS } from './use-tail.ts';

type Props = {
  end: 'more' | 'loading' | 'failed' | 'end' | 'left out';
  onMore: () => void;
};

/** The line below the last row. */
export function ListEnd({ end, onMore }: Props) {
  if (end === 'failed') {
    return (
      <p role="alert" className="flex items-center justify-center gap-3 px-4 py-3 text-bad">
        Could not load more.
        <Button small onClick={onMore}>
          Try again
        </Button>
      </p>
    );
  }
  const text = {
    more: '',
    loading: 'Loading more…',
    end: 'End of list',
    'left out': `Live shows the newest ${count(MAX_ROWS)}. Turn it off to see older ones.`,
  }[end];
  return (
    <p role="status" className="px-4 py-3 text-center text-sm text-ink-3">
      {text}
    </p>
  );
}
