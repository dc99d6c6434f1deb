import { useNavigate } from '@tanstack/react-router';

/** Narrows the range on the same page with the same filters. The browser's Back button undoes it. */
export function useZoom(): (span: { from: string; to: string } | null) => void {
  const navigate = useNavigate();
  return (span) => {
    if (span) void navigate({ to: '.', search: ({ range: _, ...search }) => ({ ...search, ...span }) });
  };
}
