/**
 * JSON Schemas from the contract's zod schemas. Exported schemas become components under the name of their
 * export; all others are written inline.
 */

import type { JsonSchema } from '@parley/contract';
import * as contract from '@parley/contract';
import { z } from 'zod';

export type Components = Record<string, JsonSchema>;

const PREFIX = '#/components/schemas/';
/** Formats whose long zod patterns are redundant. */
const KNOWN_FORMATS = new Set(['date', 'date-time', 'email', 'uri', 'uuid']);

/** Schema of what a client sends: before defaults and conversions. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return plain(z.toJSONSchema(schema, { io: 'input', override }));
}

/** Schema of a request body: a component under its name, unless an answer has that name. */
export function bodySchema(schema: z.ZodType, components: Components): JsonSchema {
  const json = plain(z.toJSONSchema(schema, { io: 'input', override: overrideInBody }));
  const name = namedExports().get(schema)?.id;
  if (name === undefined || name in components) return json;
  components[name] = json;
  return { $ref: PREFIX + name };
}

/** Schemas of answers by route, and the components they refer to. */
export function answerSchemas(answers: Record<string, z.ZodType>): {
  schemas: (name: string) => JsonSchema;
  components: Components;
} {
  const registry = namedExports();
  const idOf = new Map<string, string>();
  for (const [name, schema] of Object.entries(answers)) {
    if (!registry.has(schema)) registry.add(schema, { id: `answer of ${name}` });
    idOf.set(name, registry.get(schema)?.id ?? '');
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: 'output',
    override,
    uri: (id) => PREFIX + id,
    // Some exports describe requests only, and cannot be represented. A test checks that no answer has an empty schema.
    unrepresentable: 'any',
  });

  const components: Components = {};
  const use = (id: string): JsonSchema => {
    const json = plain(schemas[id] ?? {});
    for (const name of referredTo(json)) {
      if (name in components) continue;
      components[name] = {};
      components[name] = use(name);
    }
    return json;
  };
  return {
    components,
    schemas(name) {
      const id = idOf.get(name) ?? '';
      if (id.startsWith('answer of ')) return use(id);
      const reference = { $ref: PREFIX + id };
      components[id] ??= use(id);
      return reference;
    },
  };
}

export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function referredTo(json: JsonSchema): string[] {
  return [...JSON.stringify(json).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) =>
    nameOf(reference),
  );
}

/** Schemas that the contract exports; one with two names keeps the first. */
function namedExports() {
  const names = z.registry<{ id: string }>();
  // In answers, an interaction always has its scores.
  const { ScoredInteraction: Interaction, ...others } = contract;
  for (const [id, schema] of Object.entries({ ...others, Interaction })) {
    if (schema instanceof z.ZodType && !names.has(schema)) names.add(schema, { id });
  }
  return names;
}

/** Removes keywords that tell a reader nothing. */
function override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (KNOWN_FORMATS.has(jsonSchema.format ?? '')) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** Moves defaults into the description: client generators treat members with a default as required. */
function overrideInBody({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  override({ jsonSchema });
  if (jsonSchema.default === undefined) return;
  const words = `Default: \`${JSON.stringify(jsonSchema.default)}\``;
  jsonSchema.description = jsonSchema.description ? `${jsonSchema.description}. ${words}` : words;
  delete jsonSchema.default;
}

/** The schema without the members of a standalone document. */
function plain(schema: object): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (key === '$schema' || key === '$id' ? undefined : value)),
  );
}
