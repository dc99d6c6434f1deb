/** Every error code the service answers with: its HTTP status and what it means. The only such list. */
export const ERRORS = {
  invalid_json: { status: 400, message: 'The body is not a JSON object.' },
  bad_request: { status: 400, message: 'This is not HTTP as this server reads it.' },
  invalid_credentials: {
    status: 401,
    message: 'The application key and API key, or the token, are not valid together.',
  },
  forbidden: { status: 403, message: 'The token, or your role, does not allow this.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  request_timeout: { status: 408, message: 'The request came too slowly, or stopped coming.' },
  conflict: { status: 409, message: 'That does not go together with how things are now.' },
  payload_too_large: { status: 413, message: 'The body is larger than this server accepts.' },
  unsupported_media_type: {
    status: 415,
    message: 'The content type or the content encoding is not one this server reads.',
  },
  expectation_failed: { status: 417, message: 'The only expectation this server meets is 100-continue.' },
  invalid_payload: { status: 422, message: 'The payload is not complete or not consistent; see the issues.' },
  invalid_query: { status: 422, message: 'The request is not one this address understands; see the issues.' },
  rate_limited: { status: 429, message: 'This comes faster, or more often, than the limit allows.' },
  headers_too_large: {
    status: 431,
    message: 'The headers, or the address, are longer than this server reads.',
  },
  internal: { status: 500, message: 'Something went wrong here; the log has the details.' },
  unavailable: {
    status: 503,
    message: 'The server cannot take this right now; nothing was kept. Try again later.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
