import type { SavedView } from '@parley/contract';

const PEOPLE =
  'M6 7.5A2.3 2.3 0 1 0 6 3a2.3 2.3 0 0 0 0 4.5zM1.8 13c.4-2.1 2.1-3.2 4.2-3.2s3.8 1.1 4.2 3.2M10.5 3.3a2.2 2.2 0 0 1 0 4M12 9.9c1.2.5 2 1.5 2.3 3.1';
const LOCK = 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2';

/** Who sees it. */
export function ViewIcon({ view, className = '' }: { view: SavedView; className?: string }) {
  const { shared, mine, createdBy } = view;
  const title = shared ? `Shared by ${mine ? 'you' : createdBy.name}` : 'Private';
  return (
    <span role="img" aria-label={title} title={title} className={`shrink-0 ${className}`}>
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 fill-none stroke-current stroke-[1.5]">
        <path d={shared ? PEOPLE : LOCK} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </span>
  );
}
