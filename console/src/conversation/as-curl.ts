/** A recorded request as a command for a shell. Where it was sent is not recorded, nor is any key. */
import type { Interaction } from '@parley/contract';
import { indentNode, type JsonNode, readJsonSource } from './json-source.ts';
import { mayBeSecret } from './secret-names.ts';

type Asked = Pick<Interaction, 'format' | 'type' | 'provider' | 'model' | 'requestedModel'>;
type Endpoint = { url: string; headers: readonly string[] };

const BEARER = 'Authorization: Bearer $API_KEY';

/** `raw`: the request and the response as they were sent. Null when there is no request in it. */
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

/** The public address of whoever has the format; telemetry and the universal format may be anybody's. */
function endpointOf(asked: Asked, body: JsonNode): Endpoint {
  const { format, type, provider } = asked;
  const model = inAddress(asked.requestedModel ?? asked.model ?? 'MODEL');
  switch (format) {
    case 'openai': {
      const path = { completion: 'completions', response: 'responses' }[type] ?? 'chat/completions';
      if (provider === 'azure') {
        return {
          url: `https://$AZURE_RESOURCE.openai.azure.com/openai/v1/${path}`,
          headers: ['api-key: $API_KEY'],
        };
      }
      return { url: `https://api.openai.com/v1/${path}`, headers: [BEARER] };
    }
    case 'anthropic':
      return {
        url: `https://api.anthropic.com/v1/${type === 'completion' ? 'complete' : 'messages'}`,
        headers: ['x-api-key: $API_KEY', 'anthropic-version: 2023-06-01'],
      };
    case 'gemini':
      return {
        url: `https://generativelanguage.googleapis.com/v1beta/models/${model}:generateContent`,
        headers: ['x-goog-api-key: $API_KEY'],
      };
    case 'bedrock': {
      const action = entryOf(body, 'messages') && !entryOf(body, 'anthropic_version') ? 'converse' : 'invoke';
      return {
        url: `https://bedrock-runtime.$AWS_REGION.amazonaws.com/model/${model}/${action}`,
        headers: [BEARER],
      };
    }
    case 'cohere': {
      const path = type === 'generate' ? 'v1/generate' : entryOf(body, 'messages') ? 'v2/chat' : 'v1/chat';
      return { url: `https://api.cohere.com/${path}`, headers: [BEARER] };
    }
    case 'mistral':
      return { url: 'https://api.mistral.ai/v1/chat/completions', headers: [BEARER] };
    case 'perplexity':
      return { url: 'https://api.perplexity.ai/chat/completions', headers: [BEARER] };
    default:
      return { url: '$API_URL', headers: [BEARER] };
  }
}

/** Bedrock's clients put what is sent into `body`, often as text. */
function sentBody(request: JsonNode): JsonNode {
  const body = entryOf(request, 'body');
  if (!body) return request;
  if (body.kind !== 'string') return body;
  const text: unknown = JSON.parse(body.source);
  return (typeof text === 'string' && readJsonSource(text)) || body;
}

/** Gemini and Bedrock have the model in the address. */
function withoutModel({ format }: Asked, node: JsonNode): JsonNode {
  if (node.kind !== 'object' || (format !== 'gemini' && format !== 'bedrock')) return node;
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

/** A shell would take an exclamation mark for its own. */
function inAddress(name: string): string {
  return encodeURIComponent(name).replaceAll('!', '%21');
}

/** Variables are filled in by the shell, and nothing else is. */
function doubleQuoted(text: string): string {
  return `"${text.replace(/["\\`]/g, '\\$&')}"`;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
