/** A recorded request as a curl command. Neither the address nor a key is recorded. */
import type { Interaction } from '@parley/contract';
import { type FormatGuide, GUIDES } from '@parley/contract/providers';
import { indentNode, type JsonNode, readJsonSource } from './json-source.ts';
import { mayBeSecret } from './secret-names.ts';

type Asked = Pick<Interaction, 'format' | 'type' | 'provider' | 'model' | 'requestedModel'>;
type Endpoint = ReturnType<FormatGuide['endpoint']>;

/** `raw`: the request and the response as they were sent. Null when it holds no request. */
export function asCurl(asked: Asked, raw: string): string | null {
  const request = entryOf(readJsonSource(raw), 'request');
  if (!request) return null;
  const body = sentBody(request);
  const { url, headers } = endpointOf(asked, body);
  const data = withoutSecrets(withoutModel(asked, body));
  const lines = [
    `curl ${doubleQuoted(url)}`,
    ...[...headers, 'Content-Type: application/json'].map((header) => `-H ${doubleQuoted(header)}`),
    `-d ${singleQuoted(indentNode(data))}`,
  ];
  return lines.join(' \\\n  ');
}

/** The provider's public address; telemetry and the universal format may be of any provider. */
function endpointOf(asked: Asked, body: JsonNode): Endpoint {
  const { type, provider } = asked;
  const model = inAddress(asked.requestedModel ?? asked.model ?? 'MODEL');
  return guideOf(asked).endpoint({ type, provider, model, has: (member) => entryOf(body, member) !== null });
}

function guideOf({ format }: Asked): FormatGuide {
  return GUIDES[format === 'otel' ? 'universal' : format];
}

/** The body of the request: Bedrock's clients nest it in `body`, often as text. */
function sentBody(request: JsonNode): JsonNode {
  const body = entryOf(request, 'body');
  if (!body) return request;
  if (body.kind !== 'string') return body;
  const text: unknown = JSON.parse(body.source);
  return (typeof text === 'string' && readJsonSource(text)) || body;
}

function withoutModel(asked: Asked, node: JsonNode): JsonNode {
  if (node.kind !== 'object' || !guideOf(asked).modelInAddress) return node;
  return { kind: 'object', entries: node.entries.filter(({ key }) => !/^"(?:model|modelId)"$/.test(key)) };
}

function withoutSecrets(node: JsonNode): JsonNode {
  if (node.kind === 'array') return { kind: 'array', items: node.items.map(withoutSecrets) };
  if (node.kind !== 'object') return node;
  const entries = node.entries.filter(
    ({ key, value }) => !mayBeSecret(key.slice(1, -1), value.kind === 'string'),
  );
  return {
    kind: 'object',
    entries: entries.map(({ key, value }) => ({ key, value: withoutSecrets(value) })),
  };
}

function entryOf(node: JsonNode | null, name: string): JsonNode | null {
  if (node?.kind !== 'object') return null;
  return node.entries.find(({ key }) => key === JSON.stringify(name))?.value ?? null;
}

/** Encodes a name for an address. Shells expand exclamation marks. */
function inAddress(name: string): string {
  return encodeURIComponent(name).replaceAll('!', '%21');
}

/** The shell expands variables in it, and nothing else. */
function doubleQuoted(text: string): string {
  return `"${text.replace(/["\\`]/g, '\\$&')}"`;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
