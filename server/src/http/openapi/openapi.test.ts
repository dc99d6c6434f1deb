import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { OpenApi, Operation } from '@parley/contract';
import { ROUTES, type Route } from '@parley/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { z } from 'zod';
import { bareApp } from '../../../test/support/bare-app.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { openapi } from './openapi.ts';
import published from './published-names.json' with { type: 'json' };

const REDOCLY = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const OFFLINE = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
const RedoclyReport = z.object({ problems: z.array(z.object({ ruleId: z.string(), message: z.string() })) });

const document = openapi();
const routes: [string, Route][] = Object.entries(ROUTES);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Schemas that allow anything on purpose, by the end of their JSON pointer. */
const ANY_JSON = [
  '/schemas/RawInteraction/properties/request',
  '/schemas/RawInteraction/properties/response',
  '/paths/~1v1~1rejections~1{id}~1raw/get/responses/200/content/application~1json/schema',
  '/paths/~1openapi.json/get/responses/200/content/application~1json/schema/additionalProperties',
  '/schemas/Payload/properties/request/additionalProperties',
  '/schemas/Payload/properties/response/anyOf/0/additionalProperties',
  '/schemas/AuditEntry/properties/details/additionalProperties',
  '/schemas/ReadsBody/properties/reads/items/properties/input/additionalProperties',
];

/** Routes without authentication. Adding one is a decision: list it here. */
const PUBLIC_OPERATIONS = [
  'getSignInOptions',
  'signUp',
  'signIn',
  'signInSecondFactor',
  'requestReset',
  'confirmReset',
  'confirmEmail',
  'startOidc',
  'finishOidc',
  'previewInvitation',
  'health',
  'sendFeedback',
  'ready',
  'metrics',
  'openapi',
  'docs',
  'sdk',
  'sdkNewest',
  'sdkPackage',
];

const RAW_ROUTES = [
  'POST /v1/feedback',
  'POST /track',
  'POST /v1/traces',
  'POST /api/public/otel/v1/traces',
  'POST /v1/logs',
];

describe('the OpenAPI document', () => {
  it('is valid', async () => {
    const copy: OpenApi = structuredClone(document);
    const result = await new Validator().validate(copy);
    assert.ok(result.valid, JSON.stringify(result.errors, null, 1));
  });

  it('keeps every published name of an operation and of a schema: clients are generated with them', () => {
    const operationIds = operations.map(({ operation }) => operation.operationId);
    const missing = (names: readonly string[], there: readonly string[]) =>
      names.filter((name) => !there.includes(name));
    assert.ok(published.operations.length > 100 && published.schemas.length > 100);
    assert.deepEqual(missing(published.operations, operationIds), []);
    assert.deepEqual(missing(published.schemas, Object.keys(document.components.schemas)), []);
  });

  it('passes the recommended rules of Redocly', async () => {
    const folder = await tempFolder();
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const report = await new Promise<string>((resolve) => {
      const args = [REDOCLY, 'lint', file, '--extends=recommended', '--format=json'];
      // It exits with 1 for problems, which are in the report.
      execFile(process.execPath, args, { env: OFFLINE, cwd: folder }, (_, stdout) => resolve(stdout));
    });
    const { problems } = RedoclyReport.parse(JSON.parse(report));
    // A redirect has no other response.
    const redirects = routes.filter(([, { redirects }]) => redirects).length;
    const found = problems.filter(({ ruleId }) => ruleId !== 'operation-2xx-response');
    assert.deepEqual([found, problems.length], [[], redirects]);
  });

  it('describes every route of the server, and nothing else', async () => {
    const app = await bareApp();
    const served = [...addresses(app.printRoutes({ commonPrefix: false })), ...RAW_ROUTES];
    const described = routes.map(([, { method, path }]) => `${method} ${path}`);
    assert.deepEqual(served.toSorted(), described.toSorted());
    assert.deepEqual(
      operations.map(({ operation }) => operation.operationId).toSorted(),
      Object.keys(ROUTES).toSorted(),
    );
  });

  it('states the access of every route; only a few are public', () => {
    const open = routes.filter(([, { access }]) => access.kind === 'public').map(([name]) => name);
    assert.deepEqual(open.toSorted(), PUBLIC_OPERATIONS.toSorted());
    for (const { operation } of operations) {
      const asksInPayload = operation.operationId === 'track';
      assert.equal(
        operation.security.length === 0,
        asksInPayload || PUBLIC_OPERATIONS.includes(operation.operationId),
        operation.operationId,
      );
      assert.equal(
        '401' in operation.responses,
        operation.security.length > 0 || asksInPayload || has401(operation),
      );
    }
  });

  it('declares the parameters of every path', () => {
    for (const [name, { path, params }] of routes) {
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
      assert.deepEqual(Object.keys(params?.shape ?? {}), inPath, name);
    }
    for (const { path, operation } of operations) {
      const named = operation.parameters?.filter((parameter) => parameter.in === 'path') ?? [];
      assert.deepEqual(
        named.map((parameter) => parameter.name),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter),
      );
      assert.ok(named.every(({ required }) => required));
    }
  });

  it('has no dangling references', () => {
    for (const [place, node] of nodes(document)) {
      if (typeof node.$ref === 'string')
        assert.ok(at(document, node.$ref), `${place} refers to ${node.$ref}`);
    }
  });

  it('has no schema that is empty by accident', () => {
    const places =
      /(\/schema|\/schemas\/\w+|\/properties\/[^/]+|\/items|\/additionalProperties|\/(any|one|all)Of\/\d+)$/;
    const empty = [...nodes(document)]
      .filter(([place]) => places.test(place))
      .filter(([, node]) => Object.keys(node).filter((key) => key !== 'description').length === 0)
      .map(([place]) => place);
    assert.deepEqual(
      empty.filter((place) => !ANY_JSON.some((allowed) => place.endsWith(allowed))),
      [],
    );
  });

  it('has a Retry-After header on responses that can be retried, and on no others', () => {
    for (const [name, { headers }] of Object.entries(document.components.responses)) {
      assert.equal(headers?.['Retry-After'] !== undefined, /^(rate_limited|unavailable)/.test(name), name);
    }
  });

  it('has valid examples', () => {
    for (const [name, { body, example }] of routes) {
      if (example !== undefined) assert.ok(body?.safeParse(example).success, name);
    }
  });
});

function has401({ operationId }: Operation): boolean {
  const route = routes.find(([name]) => name === operationId)?.[1];
  return route?.errors?.includes('invalid_credentials') ?? false;
}

/** Routes of the router, from the tree that it prints; HEAD comes with GET. */
function addresses(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, branches = '', part = '', methods = ''] = /^([│├└─\s]*)([/.]\S*) \(([^)]+)\)/.exec(line) ?? [];
    if (part === '') return [];
    const depth = branches.length / 4 - 1;
    const path = (above[depth - 1] ?? '') + part;
    above.splice(depth, above.length, path);
    return methods
      .split(', ')
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${path}`);
  });
}

type Node = Record<string, unknown>;

/** Every object of a document, with its JSON pointer. */
function* nodes(value: unknown, place = ''): Generator<[place: string, node: Node]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [place, { ...value }];
  for (const [name, inner] of Object.entries(value))
    yield* nodes(inner, `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

function at(value: unknown, reference: string): unknown {
  const path = reference.slice(2).split('/');
  return path.reduce<unknown>(
    (inner, name) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined),
    value,
  );
}
