import type { OpenApi } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { callText } from '../../api/call.ts';

/** The OpenAPI document. It changes with the server's version only. */
export function useOpenApi() {
  return useQuery({
    queryKey: ['GET /openapi.json'],
    queryFn: async ({ signal }): Promise<OpenApi> =>
      JSON.parse(await callText('GET /openapi.json', {}, signal)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
