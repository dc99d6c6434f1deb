/** JSON Schemas in words: the type of a value, its limits, and its members. */
import type { JsonSchema } from '@parley/contract';
import { nameOf } from './operations.ts';

/** A piece of a type: plain text, a literal value, or the name of another schema. */
export type TypePart = { text: string } | { literal: string } | { schema: string };

export type Field = {
  name: string;
  schema: JsonSchema;
  required: boolean;
  description?: string | undefined;
};

export function typeOf(schema: JsonSchema): TypePart[] {
  if (schema.$ref !== undefined) return [{ schema: nameOf(schema.$ref) }];
  if (schema.const !== undefined) return [literal(schema.const)];
  if (schema.enum)
    return joined(
      schema.enum.map((value) => [literal(value)]),
      ' | ',
    );
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return typeOfChoices(choices);
  if (schema.prefixItems)
    return [{ text: '[' }, ...joined(schema.prefixItems.map(typeOf), ', '), { text: ']' }];
  if (schema.type === 'array')
    return [
      { text: 'array of ' },
      ...(isSchema(schema.items) ? typeOf(schema.items) : [{ text: 'any JSON' }]),
    ];
  if (Array.isArray(schema.type)) return [{ text: schema.type.join(' | ') }];
  if (typeof schema.type === 'string') return [{ text: schema.format ?? schema.type }];
  return [{ text: 'any JSON' }];
}

function typeOfChoices(choices: readonly JsonSchema[]): TypePart[] {
  if (choices.every(({ properties }) => properties)) return [{ text: 'one of these:' }];
  const [first, second] = choices;
  if (first && choices.length === 2 && isSchema(second?.items) && isSame(first, second.items))
    return [...typeOf(first), { text: ', or several' }];
  const types = new Map(choices.map(typeOf).map((type) => [JSON.stringify(type), type]));
  return joined([...types.values()], ' | ');
}

/** Limits and the default of a value, with code in backticks; empty when there are none. */
export function limitsOf(schema: JsonSchema): string {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, maxItems } = schema;
  const limits = [
    range(minimum, maximum),
    exclusiveMinimum === undefined ? undefined : `more than ${exclusiveMinimum}`,
    maxLength === undefined ? undefined : `${range(minLength, maxLength)} characters`,
    maxItems === undefined ? undefined : `at most ${maxItems}`,
    schema.default === undefined ? undefined : `default \`${JSON.stringify(schema.default)}\``,
  ];
  return limits.filter((limit) => limit !== undefined).join('; ');
}

function range(from: number | undefined, to: number | undefined): string | undefined {
  if (from === undefined) return to === undefined ? undefined : `at most ${to.toLocaleString('en')}`;
  return to === undefined ? `at least ${from}` : `${from} to ${to.toLocaleString('en')}`;
}

export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
}

/** Members of a value without a name of its own: of an object, of the items of an array, or of each choice. */
export function membersOf(schema: JsonSchema): { description?: string | undefined; fields: Field[] }[] {
  if (schema.properties) return [{ fields: fieldsOf(schema) }];
  if (schema.type === 'array' && isSchema(schema.items)) return membersOf(schema.items);
  return (schema.oneOf ?? schema.anyOf ?? [])
    .filter(({ properties }) => properties)
    .map((choice) => ({ description: choice.description, fields: fieldsOf(choice).sort(constantsFirst) }));
}

/** Constants distinguish the choices, so they come first. */
function constantsFirst(a: Field, b: Field): number {
  return Number(b.schema.const !== undefined) - Number(a.schema.const !== undefined);
}

function literal(value: unknown): TypePart {
  return { literal: JSON.stringify(value) };
}

function joined(types: readonly TypePart[][], separator: string): TypePart[] {
  return types.flatMap((type, index) => (index === 0 ? type : [{ text: separator }, ...type]));
}

function isSchema(items: JsonSchema['items']): items is JsonSchema {
  return items !== undefined && !Array.isArray(items);
}

function isSame(a: JsonSchema, b: JsonSchema): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
