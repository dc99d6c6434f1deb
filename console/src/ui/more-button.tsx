import { Button } from './button.tsx';

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };

export function MoreButton({ pages }: { pages: Pages }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex justify-center">
      <Button busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
        {pages.isFetchingNextPage ? 'Loading…' : 'Show more'}
      </Button>
    </div>
  );
}
