import { useIsFetching } from '@tanstack/react-query';

/** A moving line above the page while it waits for an answer that it does not have. Short waits show none. */
export function LoadingBar() {
  const isLoading = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0;
  return (
    <div className="sticky top-12 z-10 h-0 lg:top-0">
      {isLoading ? (
        <div role="progressbar" aria-label="Loading" className="loading-bar h-0.5 overflow-hidden">
          <div className="h-full w-1/3 bg-accent" />
        </div>
      ) : null}
    </div>
  );
}
