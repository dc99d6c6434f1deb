import type { UpstreamError } from '@parley/contract';

/** Why a call failed, as far as the upstream said. */
export function errorText(error: UpstreamError | null): string {
  return error?.message ?? error?.code ?? error?.type ?? 'The call failed.';
}
