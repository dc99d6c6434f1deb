import { queryOptions } from '@tanstack/react-query';
import { callText } from '../api/call.ts';

/** The request and the response of an interaction, as they were sent: they never change. */
export const askRaw = (id: string) =>
  queryOptions({
    queryKey: ['raw', id],
    queryFn: ({ signal }) => callText('GET /v1/interactions/:id/raw', { params: { id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** As values; null when it is no JSON. */
export function readRaw(text: string): { request?: unknown; response?: unknown } | null {
  try {
    const raw: unknown = JSON.parse(text);
    return typeof raw === 'object' ? raw : null;
  } catch {
    return null;
  }
}
