import { useNavigate } from '@tanstack/react-router';

/** Looks at a shorter time, on the same page and with the same filters. The browser's Back returns. */
export function useZoom(): (span: { from: string; to: string } | null) => void {
  const navigate = useNavigate();
  return (span) => {
    if (span) void navigate({ to: '.', search: ({ range: _, ...search }) => ({ ...search, ...span }) });
  };
}
