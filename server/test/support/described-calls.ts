/** Calls generated from the OpenAPI document alone, and a check of responses against it. */
import assert from 'node:assert/strict';
import type { JsonSchema, OpenApi, Operation, OperationResponse, Parameter } from '@parley/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { hostileText, nearlyValid, type Resolve, valid } from './schema-values.ts';

export type Described = { path: string; method: string; operation: Operation };
export type Call = { method: string; url: string; headers: Record<string, string>; body?: string };

export function describedOperations(document: OpenApi): Described[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

export type Makers = {
  document: OpenApi;
  /** Credentials as headers: those of each security scheme, and invalid ones. */
  askers: Record<Scheme, Headers> & { others: readonly Headers[] };
  /** Ids of existing objects, by the name of the path parameter. */
  known: Readonly<Record<string, string>>;
};

type Headers = Record<string, string>;

const SCHEMES = ['readToken', 'session', 'appKey', 'bothKeys'] as const;
type Scheme = (typeof SCHEMES)[number];

/** Valid, nearly valid and hostile calls of one operation. */
export function callsOf(
  { document, askers, known }: Makers,
  { path, method, operation }: Described,
): fc.Arbitrary<Call> {
  const resolve = resolver(document);
  const { parameters = [], security } = operation;
  const content = operation.requestBody?.content['application/json'];
  const fitting = security.flatMap((schemes) =>
    SCHEMES.filter((name) => name in schemes).map((name) => askers[name]),
  );
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return fc
    .record({
      asker: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...(fitting.length > 0 ? fitting : [{}])) },
        { weight: 1, arbitrary: fc.constantFrom(askers.readToken, askers.session, ...askers.others) },
      ),
      params: fc.record(parts(parameters, 'path', (parameter) => pathPart(parameter, known, resolve))),
      query: fc.array(queryPair(inQuery, resolve), { maxLength: 4 }),
      headers: fc.record(parts(parameters, 'header', () => headerText)).map(withoutEmpty),
      body: bodyOf(content?.schema, content?.example, resolve),
    })
    .map(({ asker, params, query, headers, body }) => ({
      method: method.toUpperCase(),
      url:
        path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') +
        (query.length > 0 ? `?${query.join('&')}` : ''),
      headers: { ...asker, ...headers, ...(method === 'get' ? {} : body.headers) },
      ...(method === 'get' || body.text === undefined ? {} : { body: body.text }),
    }));
}

/** Fails unless the document declares this response for this operation. */
export function answerChecker(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, formats: { milliseconds: true } });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'https://parley.test/openapi.json', ...document });
  return (
    { path, method, operation }: Described,
    call: Call,
    status: number,
    type: string,
    text: string,
  ): void => {
    const shown = `${call.method} ${call.url} ${JSON.stringify(call.headers)} ${call.body ?? ''}\n→ ${status} ${text.slice(0, 500)}`;
    assert.notEqual(status, 500, shown);
    const found = operation.responses[status];
    assert.ok(found, `${status} is not declared: ${shown}`);
    const pointer =
      '$ref' in found ? found.$ref.slice(1) : `/paths/${pointerPart(path)}/${method}/responses/${status}`;
    const { content = {} } = '$ref' in found ? responseAt(document, found.$ref) : found;
    const media = type.split(';')[0] ?? '';
    if (Object.keys(content).length === 0) {
      assert.equal(text, '', shown);
      return;
    }
    assert.ok(media in content, `${media} is not declared: ${shown}`);
    if (media !== 'application/json') return;
    const validate = ajv.getSchema(
      `https://parley.test/openapi.json#${pointer}/content/application~1json/schema`,
    );
    assert.ok(validate, pointer);
    assert.ok(validate(JSON.parse(text)), `${JSON.stringify(validate.errors)} ${shown}`);
  };
}

function resolver(document: OpenApi): Resolve {
  return (reference) => document.components.schemas[reference.slice(reference.lastIndexOf('/') + 1)] ?? {};
}

function responseAt(document: OpenApi, reference: string): OperationResponse {
  return (
    document.components.responses[reference.slice(reference.lastIndexOf('/') + 1)] ?? { description: '' }
  );
}

function pointerPart(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function parts(
  parameters: readonly Parameter[],
  where: Parameter['in'],
  make: (parameter: Parameter) => fc.Arbitrary<string>,
): Record<string, fc.Arbitrary<string>> {
  const chosen = parameters.filter((parameter) => parameter.in === where);
  return Object.fromEntries(chosen.map((parameter) => [parameter.name, make(parameter)]));
}

function pathPart(
  { name, schema }: Parameter,
  known: Readonly<Record<string, string>>,
  resolve: Resolve,
): fc.Arbitrary<string> {
  const tricks = ['%', '%zz', '%00', '%ED%A0%80', '%2F', '..%2f..', '%5c', 'x'.repeat(4000), '__proto__'];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(encode(known[name] ?? 'unknown')) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.values(known)).map(encode) },
    { weight: 1, arbitrary: valid(schema, resolve).map((value) => encode(String(value))) },
    { weight: 1, arbitrary: hostileText.filter((text) => text !== '').map(encode) },
    { weight: 1, arbitrary: fc.constantFrom(...tricks) },
  );
}

function queryPair(parameters: readonly Parameter[], resolve: Resolve): fc.Arbitrary<string> {
  const tricks = fc.constantFrom(
    '%',
    'a[]=1',
    '__proto__=1',
    '__proto__[x]=1',
    '=',
    '&&',
    '%ED%A0%80=%ED%A0%80',
    'unknown=1',
  );
  if (parameters.length === 0) return tricks;
  const pair = fc
    .constantFrom(...parameters)
    .chain(({ name, schema }) => nearlyValid(schema, resolve).map((value) => pairs(name, value)));
  return fc.oneof({ weight: 8, arbitrary: pair }, { weight: 1, arbitrary: tricks });
}

function pairs(name: string, value: unknown): string {
  const values = (Array.isArray(value) ? value : [value]).slice(0, 20);
  return values
    .map((one) => `${encode(name)}=${encode(typeof one === 'string' ? one : JSON.stringify(one))}`)
    .join('&');
}

const headerText = fc.oneof(
  fc.constant(''),
  fc.uuid(),
  fc.string({ maxLength: 300 }).map((text) => text.trim()),
  fc.constant('x'.repeat(257)),
);

function withoutEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, text]) => text !== ''));
}

type Body = { headers: Record<string, string>; text?: string };

function bodyOf(schema: JsonSchema | undefined, example: unknown, resolve: Resolve): fc.Arbitrary<Body> {
  const json = { 'Content-Type': 'application/json' };
  const made = schema === undefined ? fc.constant<unknown>({}) : nearlyValid(schema, resolve);
  const right = (example === undefined ? made : fc.oneof(made, fc.constant(example))).map(
    (value): Body => ({ headers: json, text: JSON.stringify(value) ?? 'null' }),
  );
  const broken = fc
    .constantFrom(
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '1e999',
      '{"a":1,"a":2}',
      '{"__proto__":{"x":1}}',
      '{"constructor":{"prototype":{}}}',
      `${'['.repeat(2000)}`,
      '\ufeff{}',
    )
    .map((text): Body => ({ headers: json, text }));
  const typed = fc
    .constantFrom(
      'text/plain',
      'text/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'application/json; charset=latin1',
      'application/x-protobuf',
      'nonsense',
    )
    .map((type): Body => ({ headers: { 'Content-Type': type }, text: '{}' }));
  const encoded = fc
    .constantFrom('gzip', 'nonsense')
    .map((encoding): Body => ({ headers: { ...json, 'Content-Encoding': encoding }, text: '{}' }));
  const large = fc.constant<Body>({ headers: json, text: JSON.stringify('x'.repeat(1_100_000)) });
  return fc.oneof(
    { weight: 12, arbitrary: right },
    { weight: 2, arbitrary: broken },
    { weight: 2, arbitrary: typed },
    { weight: 1, arbitrary: encoded },
    { weight: 1, arbitrary: large },
    { weight: 1, arbitrary: fc.constant<Body>({ headers: {} }) },
  );
}

/** `encodeURIComponent` that also takes lone surrogates. */
function encode(text: string): string {
  return [...text]
    .map((character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80'))
    .join('');
}
