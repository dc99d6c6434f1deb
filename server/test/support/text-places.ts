/**
 * Every place where an operation of the OpenAPI document takes a text, and valid calls with a text put there.
 */
import type { JsonSchema, OpenApi, Operation } from '@parley/contract';
import type { Described } from './described-calls.ts';

export type TextCall = { method: string; url: string; body?: string };

type Parts = {
  path: Readonly<Record<string, string>>;
  query: readonly (readonly [string, string])[];
  body: unknown;
};

export type TextPlace = {
  /** For example `body name`. */
  name: string;
  put: (parts: Parts, text: string) => Parts;
};

type Path = readonly (string | number)[];

/** Sort orders as cursors name them; a cursor contains a text after the order. */
const CURSOR_ORDERS = ['at', 'lastSeenAt_desc', 'requestedAt', 'receivedAt'];

/** `known`: valid values by the name of the parameter or member. */
export function textPlaces(
  document: OpenApi,
  { path, method, operation }: Described,
  known: Readonly<Record<string, unknown>>,
): { places: TextPlace[]; callWith: (places: readonly TextPlace[], text: string) => TextCall } {
  const schemas = new Schemas(document, known);
  const { parameters = [] } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const body = bodyOf(operation);
  const right: Parts = {
    path: Object.fromEntries(inPath.map(({ name, schema }) => [name, String(schemas.sample(schema, name))])),
    query: inQuery
      .filter(({ required }) => required)
      .map(({ name, schema }) => [name, String(schemas.sample(schema, name))]),
    body: body?.example ?? (body && schemas.sample(body.schema, '')),
  };
  const queryPlace = (place: string, pair: (text: string) => readonly [string, string]): TextPlace => ({
    name: `query ${place}`,
    put: (parts, text) => ({ ...parts, query: [...parts.query, pair(text)] }),
  });
  return {
    places: [
      ...inPath.map(({ name }) => ({
        name: `path ${name}`,
        put: (parts: Parts, text: string) => ({ ...parts, path: { ...parts.path, [name]: text } }),
      })),
      ...inQuery.map(({ name }) => queryPlace(name, (text) => [name, text])),
      ...(inQuery.some(({ name }) => name === 'cursor') ? CURSOR_ORDERS : []).map((order) =>
        queryPlace(`cursor, by ${order}`, (text) => ['cursor', cursorOf(order, text)]),
      ),
      // Other methods ignore unknown parameters and would carry out the change.
      ...(method === 'get' ? [queryPlace('of no such name', (text) => [text, text])] : []),
      ...(body ? schemas.places(body.schema) : []).map((place) => ({
        name: `body ${place.join('.')}`,
        put: (parts: Parts, text: string) => ({ ...parts, body: replaced(parts.body, place, text) }),
      })),
    ],
    callWith(places, text) {
      const made = places.reduce((parts, { put }) => put(parts, text), right);
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => percentEncode(made.path[name] ?? ''));
      const query = made.query.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`);
      return {
        method: method.toUpperCase(),
        url: filled + (query.length > 0 ? `?${query.join('&')}` : ''),
        ...(made.body === undefined ? {} : { body: JSON.stringify(made.body) }),
      };
    },
  };
}

function cursorOf(order: string, text: string): string {
  return Buffer.from(`${order} 1 ${text}`).toString('base64url');
}

function bodyOf({ requestBody }: Operation): { schema: JsonSchema; example?: unknown } | undefined {
  const content = requestBody?.content['application/json'];
  return content?.schema && { schema: content.schema, example: content.example };
}

class Schemas {
  readonly #document: OpenApi;
  readonly #known: Readonly<Record<string, unknown>>;

  constructor(document: OpenApi, known: Readonly<Record<string, unknown>>) {
    this.#document = document;
    this.#known = known;
  }

  #resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    if ($ref === undefined) return schema;
    return this.#resolve(this.#document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {});
  }

  /** The smallest valid value. */
  sample(unresolved: JsonSchema, name: string): unknown {
    const schema = this.#resolve(unresolved);
    if (name in this.#known) return this.#known[name];
    const [choice] = schema.anyOf ?? schema.oneOf ?? [];
    if (choice) return this.sample(choice, name);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.format === 'uuid') return '01a1dd11-0b13-73a2-97a8-22a87c075e34';
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    if (type === 'object') {
      const { properties = {}, required = [] } = schema;
      return Object.fromEntries(required.map((key) => [key, this.sample(properties[key] ?? {}, key)]));
    }
    if (type === 'array') return [this.sample(itemOf(schema), name)];
    if (type === 'integer' || type === 'number') return 1;
    if (type === 'boolean') return true;
    return 'text';
  }

  /** Paths to every string in a schema: in alternatives, lists and records, too. */
  places(unresolved: JsonSchema, at: Path = []): Path[] {
    const schema = this.#resolve(unresolved);
    if (at.length > 8) return [];
    const { properties = {}, additionalProperties } = schema;
    const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    const types = [schema.type ?? []].flat();
    const found = [
      ...choices.flatMap((choice) => this.places(choice, at)),
      ...(types.includes('string') ? [at] : []),
      ...(types.includes('array') ? this.places(itemOf(schema), [...at, 0]) : []),
      ...Object.entries(properties).flatMap(([name, member]) => this.places(member, [...at, name])),
      ...(typeof additionalProperties === 'object' ? this.places(additionalProperties, [...at, 'name']) : []),
    ];
    return found.filter((one, i) => found.findIndex((other) => String(other) === String(one)) === i);
  }
}

function itemOf({ items }: JsonSchema): JsonSchema {
  return items !== undefined && !('length' in items) ? items : {};
}

function replaced(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text;
  if (typeof first === 'number') return [replaced(Array.isArray(value) ? value[0] : undefined, rest, text)];
  const members = typeof value === 'object' && value !== null ? { ...value } : {};
  const before = Object.entries(members).find(([name]) => name === first)?.[1];
  return { ...members, [first]: replaced(before, rest, text) };
}

/** `encodeURIComponent` that also takes lone surrogates. */
export function percentEncode(text: string): string {
  return [...text]
    .map((character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80'))
    .join('');
}
