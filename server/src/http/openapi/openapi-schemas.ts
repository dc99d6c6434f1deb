/**
 * JSON Schemas from the contract's zod schemas. One that the contract exports becomes a component under
 * the name of its export; everything else is written where it is used.
 */

import type { JsonSchema } from '@parley/contract';
import * as contract from '@parley/contract';
import { z } from 'zod';

export type Components = Record<string, JsonSchema>;

const PREFIX = '#/components/schemas/';
/** Formats that say by themselves what zod's long patterns say. */
const KNOWN_FORMATS = new Set(['date', 'date-time', 'email', 'uri', 'uuid']);

/** What is sent to the server: before defaults are filled in and anything is converted. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return plain(z.toJSONSchema(schema, { io: 'input', override }));
}

/** A body: a component under its name, unless an answer has that name already. */
export function bodySchema(schema: z.ZodType, components: Components): JsonSchema {
  const json = plain(z.toJSONSchema(schema, { io: 'input', override: overrideInBody }));
  const name = namedExports().get(schema)?.id;
  if (name === undefined || name in components) return json;
  components[name] = json;
  return { $ref: PREFIX + name };
}

/** What the server sends, by route, and the components all of it refers to. */
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
    // Some exports are for questions only. None of them is part of an answer: a test looks for empty schemas.
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

/** Every schema the contract exports; one that has two names keeps the first. */
function namedExports() {
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(contract)) {
    if (schema instanceof z.ZodType && !names.has(schema)) names.add(schema, { id });
  }
  return names;
}

/** Leaves out what says nothing to a reader. */
function override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (KNOWN_FORMATS.has(jsonSchema.format ?? '')) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

/** Defaults in words: generators of clients take a member that has one as required. */
function overrideInBody({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  override({ jsonSchema });
  if (jsonSchema.default === undefined) return;
  const words = `Default: \`${JSON.stringify(jsonSchema.default)}\``;
  jsonSchema.description = jsonSchema.description ? `${jsonSchema.description}. ${words}` : words;
  delete jsonSchema.default;
}

/** As it is sent, without the members that are for documents of their own. */
function plain(schema: object): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (key === '$schema' || key === '$id' ? undefined : value)),
  );
}
