import type { UpstreamError } from '@parley/contract';
import { firstText } from '../attributes.ts';
import { DIALECTS } from '../dialects/dialects.ts';
import type { Call } from '../telemetry.ts';

const STATUS_ATTRIBUTES = ['http.response.status_code', 'http.status_code', 'rpc.grpc.status_code'];
const MESSAGE_ATTRIBUTES = ['error.message', ...DIALECTS.flatMap(({ error }) => error?.message ?? [])];

/**
 * The error of a call: from its status, from `error.type`, or from a recorded exception. An exception alone
 * counts only where there is no answer, since the application may have handled it.
 */
export function callError(call: Call, answered: boolean): UpstreamError | null {
  const { attributes, statusMessage } = call;
  const failed = call.failed || DIALECTS.some(({ error }) => error?.isFailed?.(attributes) ?? false);
  const exception = call.events.findLast(({ name }) => name === 'exception')?.attributes;
  const type = firstText(attributes, ['error.type']);
  if (!failed && type === null && (answered || exception === undefined)) return null;
  const thrown = exception === undefined ? null : firstText(exception, ['exception.message']);
  const status = type !== null && /^\d{3}$/.test(type) ? type : firstText(attributes, STATUS_ATTRIBUTES);
  return {
    type: (type === status ? null : type) ?? (exception ? firstText(exception, ['exception.type']) : null),
    code: status,
    message:
      thrown ??
      (statusMessage === '' ? firstText(attributes, MESSAGE_ATTRIBUTES) : statusMessage.toWellFormed()),
  };
}
