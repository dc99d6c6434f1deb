import type { SavedView } from '@parley/contract';
import { Icon } from '../ui/icon.tsx';

/** An icon for who can see the view. */
export function ViewIcon({ view, className = '' }: { view: SavedView; className?: string }) {
  const { shared, mine, createdBy } = view;
  const title = shared ? `Shared by ${mine ? 'you' : createdBy.name}` : 'Private';
  return (
    <span role="img" aria-label={title} title={title} className={`shrink-0 ${className}`}>
      <Icon name={shared ? 'users' : 'lock'} />
    </span>
  );
}
