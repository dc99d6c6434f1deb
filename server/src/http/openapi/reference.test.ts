import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openapi } from '../openapi.ts';
import { curlOf } from './curl.ts';

const document = openapi();

function curl(path: string, method: string): string {
  const operation = document.paths[path]?.[method];
  assert.ok(operation);
  return curlOf(document, path, method, operation);
}

test('a call says who asks, and what has to be filled in stands in capitals', () => {
  assert.equal(
    curl('/v1/interactions/{id}', 'get'),
    'curl http://localhost:4780/v1/interactions/ID \\\n  -H "Authorization: Bearer $PARLEY_TOKEN"',
  );
});

test('a call of an exporter has both keys in headers', () => {
  assert.match(curl('/v1/traces', 'post'), /-H "x-parley-app-key: \$\w+" .*-H "x-parley-api-key: \$\w+"/s);
});

test('a call with a session says where it comes from when it changes something', () => {
  assert.match(
    curl('/v1/applications/{appId}', 'patch'),
    /-X PATCH .*\/v1\/applications\/APP_ID.*-b cookies\.txt .*-H 'Origin: /s,
  );
  assert.doesNotMatch(curl('/v1/me', 'get'), /Origin/);
});

test('the body of every call is JSON with what its schema needs', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const sent = / -d '(.*)'$/s.exec(curl(path, method))?.[1];
      assert.equal(sent !== undefined, requestBody !== undefined, path);
      if (sent === undefined) continue;
      const { schema = {} } = requestBody?.content['application/json'] ?? {};
      const named = document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
      const body: object = JSON.parse(sent);
      for (const name of named.required ?? []) assert.ok(name in body, `${path}: ${name}`);
    }
  }
});
