import type { UpstreamError } from '@parley/contract';

/** Why a call failed, as far as the upstream said. */
export function errorText({ message, code, type }: UpstreamError): string {
  return message ?? code ?? type ?? 'The call failed.';
}
