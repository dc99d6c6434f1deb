import type { JsonSchema, MediaTypes, OpenApi, Operation } from '@parley/contract';
import { type DescribedOperation, nameOf } from './operations.ts';

/** Longest JSON that stays on one line of an example. */
const LINE_WIDTH = 40;

/** A curl command for an operation of the server at `origin`. It works once the names in capitals are replaced. */
export function curlOf(
  document: OpenApi,
  { path, method, operation }: DescribedOperation,
  origin: string,
): string {
  const address = origin + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => capitals(name));
  const body = operation.requestBody && bodyOf(document, operation.requestBody.content);
  const stream = '200' in operation.responses && 'text/event-stream' in contentOf(operation);
  const parts = [
    `curl ${stream ? '-N ' : ''}${method === (body ? 'post' : 'get') ? '' : `-X ${method.toUpperCase()} `}${address}`,
    ...credentials(method, operation, origin),
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`] : []),
  ];
  return parts.join(' \\\n  ');
}

/** The session is kept in a cookie file. Changes need the `Origin` of this server. */
function credentials(method: string, { operationId, security }: Operation, origin: string): string[] {
  if (operationId.startsWith('signIn')) return ['-c cookies.txt'];
  const [scheme] = security;
  if (!scheme) return [];
  if ('readToken' in scheme) return ['-H "Authorization: Bearer $PARLEY_TOKEN"'];
  if ('appKey' in scheme)
    return ['-H "x-parley-app-key: $PARLEY_APP_KEY"', '-H "x-parley-api-key: $PARLEY_API_KEY"'];
  return ['-b cookies.txt', ...(method === 'get' ? [] : [`-H 'Origin: ${origin}'`])];
}

/** `accountId` becomes `ACCOUNT_ID`. */
function capitals(name: string): string {
  return name.replaceAll(/(?=[A-Z])/g, '_').toUpperCase();
}

function contentOf({ responses }: Operation): object {
  const answer = responses[200];
  return (answer && 'content' in answer && answer.content) || {};
}

/** The example of a body, or the members that its schema requires. */
function bodyOf(document: OpenApi, content: MediaTypes): string {
  const { schema = {}, example } = content['application/json'] ?? {};
  const resolved = schema.$ref === undefined ? schema : document.components.schemas[nameOf(schema.$ref)];
  return pretty(example ?? sampleOf(resolved ?? {}));
}

/** JSON in which short values stay on one line. */
function pretty(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || line.length + indent.length <= LINE_WIDTH) return line;
  const inner = `${indent}  `;
  const [open, close, members] = Array.isArray(value)
    ? ['[', ']', value.map((item) => pretty(item, inner))]
    : ['{', '}', Object.entries(value).map(([name, item]) => `"${name}": ${pretty(item, inner)}`)];
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`;
}

/** A made-up value that fits a schema. */
function sampleOf({ properties = {}, required = [], ...schema }: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (choice) return sampleOf(choice);
  if (schema.type === 'string') return schema.format === 'email' ? 'jane@example.com' : '…';
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'array') return [];
  const members = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return Object.fromEntries(members.map((name) => [name, sampleOf(properties[name] ?? {})]));
}
