import type { LogRecord } from '../telemetry.ts';

/** A model call in one record, a part of what was said in one (with the call's span), or neither. */
export type LogKind = 'call' | 'part' | 'other';

export const DETAILS = 'gen_ai.client.inference.operation.details';
export const CLAUDE_CODE = ['claude_code.api_request', 'claude_code.api_error'] as const;

/** Some tell the details in two events, of what went in and of what came out, and neither names these. */
const MODELS = ['gen_ai.request.model', 'gen_ai.response.model'];

const PARTS: ReadonlySet<string> = new Set([
  'gen_ai.system.message',
  'gen_ai.user.message',
  'gen_ai.assistant.message',
  'gen_ai.tool.message',
  'gen_ai.choice',
  'gen_ai.content.prompt',
  'gen_ai.content.completion',
]);

/** A call may stand alone; a part without the ids of its span can be told to no call. */
export function classifyLog(log: LogRecord): LogKind {
  if (log.name === DETAILS && MODELS.some((name) => log.attributes.has(name))) return 'call';
  if (log.name === DETAILS || PARTS.has(log.name))
    return log.traceId !== null && log.spanId !== null ? 'part' : 'other';
  return claudeCodeEvent(log) === null ? 'other' : 'call';
}

/** Claude Code puts the full name into the body, and the short one into an attribute. */
export function claudeCodeEvent({ name, body, scope }: LogRecord): (typeof CLAUDE_CODE)[number] | null {
  const ours = scope.includes('claude_code') ? `claude_code.${name}` : name;
  return CLAUDE_CODE.find((event) => event === body || event === name || event === ours) ?? null;
}
