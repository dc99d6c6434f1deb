import { queryOptions } from '@tanstack/react-query';
import { callText } from '../api/call.ts';

/** The raw request and response of an interaction. They never change, so they are cached. */
export const askRaw = (id: string) =>
  queryOptions({
    queryKey: ['raw', id],
    queryFn: ({ signal }) => callText('GET /v1/interactions/:id/raw', { params: { id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Parsed; null if it is not JSON. */
export function readRaw(text: string): { request?: unknown; response?: unknown } | null {
  try {
    const raw: unknown = JSON.parse(text);
    return typeof raw === 'object' ? raw : null;
  } catch {
    return null;
  }
}
