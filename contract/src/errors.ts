/** The registry of error codes: the HTTP status and the message of each. */
export const ERRORS = {
  invalid_json: { status: 400, message: 'The body is not a JSON object.' },
  bad_request: { status: 400, message: 'The request is not valid HTTP.' },
  invalid_credentials: {
    status: 401,
    message: 'The application key and API key, or the token, are not valid together.',
  },
  forbidden: { status: 403, message: 'The token, or your role, does not allow this.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, message: 'This address does not accept that method.' },
  request_timeout: { status: 408, message: 'The request arrived too slowly or stopped.' },
  conflict: { status: 409, message: 'The request conflicts with the current state.' },
  payload_too_large: { status: 413, message: 'The body is larger than this server accepts.' },
  unsupported_media_type: {
    status: 415,
    message: 'The content type or content encoding is not supported.',
  },
  expectation_failed: { status: 417, message: 'The only expectation this server meets is 100-continue.' },
  invalid_payload: { status: 422, message: 'The payload is incomplete or inconsistent; see the issues.' },
  invalid_query: { status: 422, message: 'The request has invalid parameters; see the issues.' },
  rate_limited: { status: 429, message: 'The rate limit was exceeded.' },
  headers_too_large: {
    status: 431,
    message: 'The headers or the address are too long.',
  },
  internal: { status: 500, message: 'Something went wrong. The server log has the details.' },
  unavailable: {
    status: 503,
    message: 'The server can’t accept this right now. Nothing was stored; try again later.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
