import { nameOf } from '../openapi-schemas.ts';
import type { Content, JsonSchema, OpenApi, Operation } from '../openapi-types.ts';

/** The page's script puts the address the page came from in its place. */
export const ORIGIN = 'http://localhost:4780';
const WIDTH = 40;

/** A call to copy: it works once the names in capitals are replaced. */
export function curlOf(document: OpenApi, path: string, method: string, operation: Operation): string {
  const address = ORIGIN + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => capitals(name));
  const body = operation.requestBody && bodyOf(document, operation.requestBody.content);
  const stream = '200' in operation.responses && 'text/event-stream' in contentOf(operation);
  const parts = [
    `curl ${stream ? '-N ' : ''}${method === (body ? 'post' : 'get') ? '' : `-X ${method.toUpperCase()} `}${address}`,
    ...credentials(method, operation),
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`] : []),
  ];
  return parts.join(' \\\n  ');
}

/** The session is kept in a file; what changes something has to say that it comes from this server. */
function credentials(method: string, { operationId, security }: Operation): string[] {
  if (operationId.startsWith('signIn')) return ['-c cookies.txt'];
  const [scheme] = security;
  if (!scheme) return [];
  if ('readToken' in scheme) return ['-H "Authorization: Bearer $PARLEY_TOKEN"'];
  if ('appKey' in scheme)
    return ['-H "x-parley-app-key: $PARLEY_APP_KEY"', '-H "x-parley-api-key: $PARLEY_API_KEY"'];
  return ['-b cookies.txt', ...(method === 'get' ? [] : [`-H 'Origin: ${ORIGIN}'`])];
}

/** `accountId` becomes `ACCOUNT_ID`. */
function capitals(name: string): string {
  return name.replaceAll(/(?=[A-Z])/g, '_').toUpperCase();
}

function contentOf({ responses }: Operation): object {
  const answer = responses[200];
  return (answer && 'content' in answer && answer.content) || {};
}

/** The example of the body, or what its schema needs at least. */
function bodyOf(document: OpenApi, content: Content): string {
  const { schema = {}, example } = content['application/json'] ?? {};
  const resolved = schema.$ref === undefined ? schema : document.components.schemas[nameOf(schema.$ref)];
  return pretty(example ?? sampleOf(resolved ?? {}));
}

/** JSON in which whatever fits on a line of the example stays on one. */
function pretty(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || line.length + indent.length <= WIDTH) return line;
  const inner = `${indent}  `;
  const [open, close, members] = Array.isArray(value)
    ? ['[', ']', value.map((item) => pretty(item, inner))]
    : ['{', '}', Object.entries(value).map(([name, item]) => `"${name}": ${pretty(item, inner)}`)];
  return `${open}\n${members.map((member) => inner + member).join(',\n')}\n${indent}${close}`;
}

/** Some value of about the right form. */
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
