/** What the upstreams answer when they do not answer. */
import type { Format } from '@parley/contract';

type Errors = readonly [object, ...object[]];

const openaiLike = (message: string, type: string, code: string | number | null) => ({
  error: { message, type, param: null, code },
});
const google = (code: number, status: string, message: string) => ({ error: { code, status, message } });
const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message } });

const ERRORS: Record<Format, Errors> = {
  openai: [
    openaiLike(
      'Rate limit reached for requests. Please try again in 1.2s.',
      'requests',
      'rate_limit_exceeded',
    ),
    openaiLike('The server had an error while processing your request.', 'server_error', null),
    openaiLike('This model is currently overloaded with other requests.', 'server_error', 'overloaded'),
  ],
  anthropic: [
    anthropic('overloaded_error', 'Overloaded'),
    anthropic('rate_limit_error', 'This request would exceed the rate limit of your organization.'),
    anthropic('api_error', 'Internal server error'),
  ],
  gemini: [
    google(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
    google(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.'),
  ],
  bedrock: [
    { name: 'ThrottlingException', message: 'Too many requests, please wait before trying again.' },
    { name: 'ModelTimeoutException', message: 'The model did not answer in time.' },
  ],
  cohere: [{ message: 'You are past the per-minute request limit.' }, { message: 'Internal server error.' }],
  mistral: [
    {
      object: 'error',
      message: 'Requests rate limit exceeded',
      type: 'rate_limited',
      param: null,
      code: '1300',
    },
    {
      object: 'error',
      message: 'Service unavailable.',
      type: 'internal_server_error',
      param: null,
      code: '1000',
    },
  ],
  perplexity: [openaiLike('Too many requests.', 'rate_limit_exceeded', 429)],
  universal: [openaiLike('upstream timed out after 60 s', 'timeout', 504)],
};

export function upstreamError(format: Format, number: number): object {
  const errors = ERRORS[format];
  return errors[number % errors.length] ?? errors[0];
}
