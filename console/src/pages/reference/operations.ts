/** What the reference shows of the OpenAPI document: its operations by group, their errors, and how schemas relate. */
import type { JsonSchema, OpenApi, Operation, OperationResponse } from '@parley/contract';

export type DescribedOperation = { path: string; method: string; operation: Operation };
export type OperationGroup = { name: string; description: string; operations: DescribedOperation[] };

/** Fewer shared members than this are a coincidence, not a base. */
const MIN_BASE_MEMBERS = 4;

export function groupsOf(document: OpenApi): OperationGroup[] {
  const all = operationsOf(document);
  return document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: all.filter(({ operation }) => operation.tags[0] === name),
  }));
}

export function operationsOf({ paths }: OpenApi): DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Groups with the operations that contain every word of the filter; without a filter, all of them. */
export function filterGroups(groups: readonly OperationGroup[], filter: string): OperationGroup[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...groups];
  return groups
    .map((group) => ({ ...group, operations: group.operations.filter((each) => matches(each, words)) }))
    .filter(({ operations }) => operations.length > 0);
}

function matches({ method, path, operation }: DescribedOperation, words: readonly string[]): boolean {
  const text = `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export type ErrorOf = { status: string; code: string };

export function errorsOf({ responses }: Operation): ErrorOf[] {
  return Object.entries(responses).flatMap(([status, response]) =>
    '$ref' in response ? codesOf(response.$ref).map((code) => ({ status, code })) : [],
  );
}

/** Every error of the API once, by status. */
export function allErrors(document: OpenApi): (ErrorOf & { description: string })[] {
  const statuses = new Map(
    operationsOf(document)
      .flatMap(({ operation }) => errorsOf(operation))
      .map(({ status, code }) => [code, status]),
  );
  return [...statuses]
    .map(([code, status]) => ({
      code,
      status,
      description: document.components.responses[code]?.description.replace(/^`\w+`: /, '') ?? '',
    }))
    .sort((a, b) => a.status.localeCompare(b.status));
}

/** Codes in the name of a response, as in `a_or_b`; a suffix after a full stop names another body. */
function codesOf(reference: string): string[] {
  const [codes = ''] = nameOf(reference).split('.');
  return codes.split('_or_');
}

export function resolveResponse(
  document: OpenApi,
  response: OperationResponse | { $ref: string },
): OperationResponse {
  if (!('$ref' in response)) return response;
  return document.components.responses[nameOf(response.$ref)] ?? { description: '' };
}

/** The schema that another one extends: all of its members are the same there. */
export function baseOf({ components: { schemas } }: OpenApi, name: string): string | undefined {
  return Object.keys(schemas).find((other) => other !== name && extendsSchema(schemas[name], schemas[other]));
}

function extendsSchema(schema: JsonSchema | undefined, base: JsonSchema | undefined): boolean {
  const { properties = {} } = schema ?? {};
  const inherited = Object.entries(base?.properties ?? {});
  if (inherited.length < MIN_BASE_MEMBERS || inherited.length >= Object.keys(properties).length) return false;
  return inherited.every(([name, member]) => JSON.stringify(properties[name]) === JSON.stringify(member));
}

export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Anchors of the page. */
export const groupAnchor = (name: string) => `group-${name.toLowerCase().replaceAll(/\W+/g, '-')}`;
export const errorAnchor = (code: string) => `error-${code}`;
export const schemaAnchor = (name: string) => `schema-${name}`;
