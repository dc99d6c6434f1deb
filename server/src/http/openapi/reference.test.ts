/** What the console's reference makes of the document: every link has a target, and every curl example is complete. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { curlOf } from '../../../../console/src/pages/reference/curl.ts';
import {
  allErrors,
  errorsOf,
  filterGroups,
  groupsOf,
  operationsOf,
} from '../../../../console/src/pages/reference/operations.ts';
import { limitsOf, membersOf, typeOf } from '../../../../console/src/pages/reference/schema-text.ts';
import { openapi } from './openapi.ts';

const ORIGIN = 'http://localhost:4780';
const document = openapi();

function curl(path: string, method: string): string {
  const operation = document.paths[path]?.[method];
  assert.ok(operation);
  return curlOf(document, { path, method, operation }, ORIGIN);
}

describe('the reference', () => {
  it('has every operation in one group', () => {
    const shown = groupsOf(document).flatMap(({ operations }) => operations);
    assert.deepEqual(
      shown.map(({ operation }) => operation.operationId).sort(),
      operationsOf(document)
        .map(({ operation }) => operation.operationId)
        .sort(),
    );
  });

  it('explains every error that an operation names', () => {
    const explained = new Map(allErrors(document).map(({ code, description }) => [code, description]));
    for (const { operation } of operationsOf(document)) {
      for (const { code } of errorsOf(operation)) assert.ok(explained.get(code), code);
    }
  });

  it('shows every schema that a type names', () => {
    const schemas = Object.values(document.components.schemas);
    const named = schemas
      .flatMap((schema) => [
        schema,
        ...membersOf(schema).flatMap(({ fields }) => fields.map((one) => one.schema)),
      ])
      .flatMap(typeOf)
      .flatMap((part) => ('schema' in part ? [part.schema] : []));
    assert.ok(named.length > 50);
    assert.deepEqual(
      named.filter((name) => !document.components.schemas[name]),
      [],
    );
  });

  it('filters operations by all words of method, path, summary and name', () => {
    const found = (filter: string) =>
      filterGroups(groupsOf(document), filter).flatMap(({ operations }) =>
        operations.map(({ method, path }) => `${method} ${path}`),
      );
    assert.ok(found('GET interactions').includes('get /v1/interactions'));
    assert.ok(found('GET interactions').every((name) => name.startsWith('get ')));
    assert.deepEqual(found('no-such-word'), []);
    assert.equal(found(' ').length, operationsOf(document).length);
  });

  it('writes types and limits in words', () => {
    const text = (schema: Parameters<typeof typeOf>[0]) =>
      typeOf(schema)
        .map((part) => Object.values(part).join(''))
        .join('');
    assert.equal(
      text({ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }),
      'string, or several',
    );
    assert.equal(text({ enum: ['a', 1] }), '"a" | 1');
    assert.equal(text({ type: 'array', items: { $ref: '#/components/schemas/User' } }), 'array of User');
    assert.equal(limitsOf({ minimum: 1, maximum: 5000, default: 50 }), '1 to 5,000; default `50`');
  });
});

describe('a curl example', () => {
  it('shows the credentials, and placeholders in capitals', () => {
    assert.equal(
      curl('/v1/interactions/{id}', 'get'),
      'curl http://localhost:4780/v1/interactions/ID \\\n  -H "Authorization: Bearer $PARLEY_TOKEN"',
    );
  });

  it('sends both keys in headers for an exporter', () => {
    assert.match(curl('/v1/traces', 'post'), /-H "x-parley-app-key: \$\w+" .*-H "x-parley-api-key: \$\w+"/s);
  });

  it('sends the origin if a session changes something', () => {
    assert.match(
      curl('/v1/applications/{appId}', 'patch'),
      /-X PATCH .*\/v1\/applications\/APP_ID.*-b cookies\.txt .*-H 'Origin: /s,
    );
    assert.doesNotMatch(curl('/v1/me', 'get'), /Origin/);
  });

  it('sends a JSON body with the required members', () => {
    for (const { path, method, operation } of operationsOf(document)) {
      const sent = / -d '(.*)'$/s.exec(curl(path, method))?.[1];
      assert.equal(sent !== undefined, operation.requestBody !== undefined, path);
      if (sent === undefined) continue;
      const { schema = {} } = operation.requestBody?.content['application/json'] ?? {};
      const named = document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
      const body: object = JSON.parse(sent);
      for (const name of named.required ?? []) assert.ok(name in body, `${path}: ${name}`);
    }
  });
});
