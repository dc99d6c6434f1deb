import type { ErrorCode, Route } from '@parley/contract';

/** Every refusal an address can give: what its access, parameters and body bring along, and its own. */
export function errorsOf(route: Route): ErrorCode[] {
  const errors: ErrorCode[] = [...accessErrors(route)];
  if (route.method !== 'GET')
    errors.push('invalid_json', 'request_timeout', 'payload_too_large', 'unsupported_media_type');
  if (route.params) errors.push('not_found');
  // The hot path reads its body by itself, and says what it says in the route's own list.
  if (route.query || (route.body && route.access.kind !== 'keys')) errors.push('invalid_query');
  errors.push(...(route.errors ?? []), 'internal');
  return [...new Set(errors)];
}

function accessErrors({ access, method }: Route): readonly ErrorCode[] {
  switch (access.kind) {
    case 'public':
      // A page of another site may look, but not change anything.
      return method === 'GET' ? ['headers_too_large'] : ['forbidden'];
    case 'keys':
      return ['invalid_credentials'];
    case 'application':
      return ['invalid_credentials', 'forbidden', 'rate_limited'];
    case 'login':
    case 'member':
      return ['invalid_credentials', 'forbidden'];
  }
}
