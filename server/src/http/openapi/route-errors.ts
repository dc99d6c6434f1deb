import type { ErrorCode, Route } from '@parley/contract';

/** Error codes of a route: those of its access, its parameters and its body, and its own. */
export function errorsOf(route: Route): ErrorCode[] {
  const errors: ErrorCode[] = [...accessErrors(route)];
  if (route.method !== 'GET')
    errors.push('invalid_json', 'request_timeout', 'payload_too_large', 'unsupported_media_type');
  if (route.params) errors.push('not_found');
  // The hot path reads its own body; its errors are in the route's list.
  if (route.query || (route.body && route.access.kind !== 'keys')) errors.push('invalid_query');
  errors.push(...(route.errors ?? []), 'internal');
  return [...new Set(errors)];
}

function accessErrors({ access, method }: Route): readonly ErrorCode[] {
  switch (access.kind) {
    case 'public':
      // Pages of other sites may read, but not change anything.
      return method === 'GET' ? ['headers_too_large'] : ['forbidden'];
    case 'keys':
      return ['invalid_credentials'];
    case 'application':
      return ['invalid_credentials', 'forbidden', 'rate_limited'];
    case 'login':
    case 'member':
    case 'queue':
      return ['invalid_credentials', 'forbidden'];
  }
}
