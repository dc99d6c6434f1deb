import type { UpstreamError } from '@parley/contract';

const UNKNOWN = 'The call failed.';

/** Why a call failed, as the upstream reported it. */
export function errorText(error: UpstreamError | null): string {
  return error?.message ?? error?.code ?? error?.type ?? UNKNOWN;
}

/** The code and the type of an error, where the message does not say them: `429 · rate_limit_error`. */
export function errorNames(error: UpstreamError | null): string {
  if (!error?.message) return '';
  const names = [error.code, error.type].filter((name) => name !== null && name !== '');
  return [...new Set(names)].join(' · ');
}

/** In one line, with the code first. */
export function errorLine(error: UpstreamError | null): string {
  const text = errorText(error);
  return error?.code && error.code !== text ? `${error.code}: ${text}` : text;
}
