/** JSON Schemas for people: what type a value has, within which limits, and what its members mean. */
import { nameOf } from '../openapi-schemas.ts';
import type { JsonSchema } from '../openapi-types.ts';
import { Html, html, prose } from './html.ts';

export type Field = { name: string; schema: JsonSchema; required: boolean; description?: string | undefined };

/** The members of an object, each with its type and its meaning. */
export function fieldsHtml(fields: readonly Field[]): Html {
  return html`<ul class="fields">${fields.map(
    ({ name, schema, required, description = schema.description }) => html`<li>
      <div class="name"><code>${name}</code>${required ? '' : html` <small>optional</small>`}</div>
      <div class="what"><span class="type">${typeHtml(schema)}</span>${limitsHtml(schema)}
        ${description ? html`<p>${prose(description)}</p>` : ''}</div>
      ${innerHtml(schema)}
    </li>`,
  )}</ul>`;
}

function innerHtml(schema: JsonSchema): Html {
  const members = membersHtml(schema);
  return members.text === '' ? members : html`<div class="inner">${members}</div>`;
}

export function fieldsOf({ properties = {}, required = [] }: JsonSchema): Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    required: required.includes(name),
  }));
}

/** What is inside of a value that has no name of its own: the members of an object, or of each choice. */
export function membersHtml(schema: JsonSchema): Html {
  if (schema.properties) return fieldsHtml(fieldsOf(schema));
  if (schema.type === 'array' && isSchema(schema.items)) return membersHtml(schema.items);
  const choices = (schema.oneOf ?? schema.anyOf ?? []).filter(({ properties }) => properties);
  return html`${choices.map(
    (
      choice,
    ) => html`<div class="choice">${choice.description ? html`<p>${prose(choice.description)}</p>` : ''}
      ${fieldsHtml(fieldsOf(choice).sort(byConstant))}</div>`,
  )}`;
}

/** What tells the choices apart comes first. */
function byConstant(a: Field, b: Field): number {
  return Number(b.schema.const !== undefined) - Number(a.schema.const !== undefined);
}

export function typeHtml(schema: JsonSchema): Html {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return joined(schema.enum.map(literal), ' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choiceHtml(choices);
  if (schema.prefixItems) return html`[${joined(schema.prefixItems.map(typeHtml), ', ')}]`;
  if (schema.type === 'array')
    return html`array of ${isSchema(schema.items) ? typeHtml(schema.items) : 'any JSON'}`;
  if (Array.isArray(schema.type)) return html`${schema.type.join(' | ')}`;
  if (typeof schema.type === 'string') return html`${schema.format ?? schema.type}`;
  return html`any JSON`;
}

function choiceHtml(choices: readonly JsonSchema[]): Html {
  if (choices.every(({ properties }) => properties)) return html`one of these:`;
  const [first, second] = choices;
  if (first && choices.length === 2 && isSchema(second?.items) && same(first, second.items))
    return html`${typeHtml(first)}, or several`;
  const types = choices.map(typeHtml);
  const different = types.filter(({ text }, i) => types.findIndex((other) => other.text === text) === i);
  return joined(different, ' | ');
}

/** Limits and the default, in words. */
function limitsHtml(schema: JsonSchema): Html {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, maxItems } = schema;
  const words: (string | undefined)[] = [
    range(minimum, maximum),
    exclusiveMinimum === undefined ? undefined : `more than ${exclusiveMinimum}`,
    maxLength === undefined ? undefined : `${range(minLength, maxLength)} characters`,
    maxItems === undefined ? undefined : `at most ${maxItems}`,
    schema.default === undefined ? undefined : `default \`${JSON.stringify(schema.default)}\``,
  ];
  const said = words.filter((word) => word !== undefined);
  return said.length === 0 ? html`` : html` <span class="limits">${prose(said.join('; '))}</span>`;
}

function range(from: number | undefined, to: number | undefined): string | undefined {
  if (from === undefined) return to === undefined ? undefined : `at most ${to.toLocaleString('en')}`;
  return to === undefined ? `at least ${from}` : `${from} to ${to.toLocaleString('en')}`;
}

function literal(value: unknown): Html {
  return html`<code>${JSON.stringify(value)}</code>`;
}

function joined(parts: readonly Html[], separator: string): Html {
  return new Html(parts.map(({ text }) => text).join(separator));
}

function isSchema(items: JsonSchema['items']): items is JsonSchema {
  return items !== undefined && !Array.isArray(items);
}

function same(a: JsonSchema, b: JsonSchema): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
