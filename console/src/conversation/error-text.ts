import type { UpstreamError } from '@parley/contract';

/** Why a call failed, as the upstream reported it. */
export function errorText(error: UpstreamError | null): string {
  return error?.message ?? error?.code ?? error?.type ?? 'The call failed.';
}
