/** Tools as functions with a JSON schema, from the definitions of any upstream. */
import type { Tool } from './example.ts';

type Json = Record<string, unknown>;

/** Null for a tool that the provider runs itself, which has no parameters. */
export function functionTool({ name, definition }: { name: string; definition: Json }): Tool | null {
  const schema = schemaOf(definition);
  if (schema === null || typeof definition.name !== 'string') return null;
  const { description } = definition;
  return { name, description: typeof description === 'string' ? description : null, parameters: schema };
}

function schemaOf(definition: Json): Json | null {
  const { inputSchema } = definition;
  const nested = isObject(inputSchema) && isObject(inputSchema.json) ? inputSchema.json : inputSchema;
  const schema = [
    definition.parameters,
    definition.parametersJsonSchema,
    definition.input_schema,
    nested,
  ].find(isObject);
  if (schema) return 'type' in schema ? lowered(schema) : { type: 'object', ...schema };
  // A function without parameters; a tool of the provider has a type of its own.
  const type = definition.type ?? 'function';
  return type === 'function' || type === 'custom' ? { type: 'object', properties: {} } : null;
}

/** Gemini writes `OBJECT`, or its number, where JSON schema has `object`. */
function lowered(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key === 'type') return [key, typeName(value)];
      if (key === 'properties' && isObject(value))
        return [
          key,
          Object.fromEntries(
            Object.entries(value).map(([name, of]) => [name, isObject(of) ? lowered(of) : of]),
          ),
        ];
      if (key === 'items' && isObject(value)) return [key, lowered(value)];
      return [key, value];
    }),
  );
}

const NUMBERED_TYPES = [undefined, 'string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

function typeName(type: unknown): unknown {
  if (typeof type === 'number') return NUMBERED_TYPES[type] ?? type;
  return typeof type === 'string' ? type.toLowerCase() : type;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
