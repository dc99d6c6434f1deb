/** The OpenAPI 3.1 document, generated from the contract's routes. */
import {
  ERRORS,
  ErrorBody,
  type JsonSchema,
  type MediaTypes,
  type OpenApi,
  type Operation,
  type OperationResponse,
  type Parameter,
  type Reference,
  type ResponseHeader,
  ROUTES,
  type Route,
  type RouteAccess,
  type SecurityScheme,
  TAGS,
} from '@parley/contract';
import type { z } from 'zod';
import { VERSION } from '../../base/version.ts';
import { answerSchemas, bodySchema, type Components, inputSchema, nameOf } from './openapi-schemas.ts';
import { errorsOf } from './route-errors.ts';

const DESCRIPTION = `A log of every exchange an application has with a language model.

Applications send exchanges to \`POST /track\`, with their two keys in the payload, or as OpenTelemetry, with the keys in headers. Reading needs a token of one application: \`Authorization: Bearer <token>\`.

Times are ISO 8601 in UTC with milliseconds. Unknown values are \`null\`. Lists are paginated: pass \`nextCursor\` as \`cursor\` to get the next page. A repeated filter matches any of its values; as \`not.NAME\`, none of them.

All errors have the same body, except for OpenTelemetry's routes, which follow its protocol. A wrong method is answered with 405 and \`Allow\`.`;

const SECURITY_SCHEMES = {
  readToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A token of one application, created in the console or with `parley token create`. Its scopes are fixed.',
  },
  appKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-parley-app-key',
    description: 'The application key.',
  },
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-parley-api-key',
    description: 'An API key of that application.',
  },
  bothKeys: {
    type: 'http',
    scheme: 'basic',
    description: 'The application key as the user, the API key as the password.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'parley.session_token',
    description:
      'A person signed in with `POST /v1/auth/sign-in`; the name begins with `__Secure-` behind TLS.',
  },
} as const satisfies Record<string, SecurityScheme>;

const RETRY_AFTER: ResponseHeader = {
  description: 'Seconds to wait before a retry, if the server knows',
  schema: { type: 'integer', minimum: 0 },
};
const LOCATION: ResponseHeader = { description: 'Where to continue', schema: { type: 'string' } };
const JSON_ONLY = ['application/json'];
const ETAG: ResponseHeader = { description: 'The version that was sent', schema: { type: 'string' } };

export function openapi(routes: Readonly<Record<string, Route>> = ROUTES): OpenApi {
  const entries = Object.entries(routes);
  const answers = answerSchemas({
    ...Object.fromEntries(entries.map(([name, { answer }]) => [name, answer])),
    ...Object.fromEntries(entries.map(([name, { refusal = ErrorBody }]) => [refusalOf(name), refusal])),
  });
  const { components } = answers;
  const responses: Record<string, OperationResponse> = {};

  const paths: OpenApi['paths'] = {};
  for (const [name, route] of entries) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = {
      operationId: name,
      tags: [route.tag],
      summary: route.summary,
      ...described(route),
      security: securityOf(route.access),
      parameters: parametersOf(route),
      ...(route.body ? { requestBody: requestBody(route, route.body, components) } : {}),
      responses: {
        ...answersOf(route, answers.schemas(name)),
        ...refusals(route, answers.schemas(refusalOf(name)), responses),
      },
    } satisfies Operation;
  }

  return {
    openapi: '3.1.1',
    info: {
      title: 'Parley',
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(entries.map(([, { tag }]) => tag))].map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      schemas: sorted(components),
      responses: sorted(responses),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function refusalOf(name: string): string {
  return `refusal of ${name}`;
}

/** Text about what an operation takes beside its parameters, where OpenAPI has no field for it. */
function described({ access, description }: Route): { description?: string } {
  const keys = 'It is authenticated by the keys inside the payload: `reconify.appKey` and `reconify.apiKey`.';
  const inPayload = access.kind === 'keys' && access.in === 'payload';
  const text = [description, inPayload ? keys : undefined].filter(Boolean).join(' ');
  return text === '' ? {} : { description: text };
}

function securityOf(access: RouteAccess): Operation['security'] {
  switch (access.kind) {
    case 'public':
      return [];
    case 'keys':
      return access.in === 'payload' ? [] : [{ appKey: [], apiKey: [] }, { bothKeys: [] }];
    case 'application':
      return [
        { readToken: [access.scope] },
        { session: [] },
        ...(access.orKeys ? [{ appKey: [], apiKey: [] }, { bothKeys: [] }] : []),
      ];
    case 'login':
    case 'member':
    case 'queue':
      return [{ session: [] }];
  }
}

function parametersOf({ params, query, headers }: Route): Parameter[] {
  return [...membersOf(params, 'path'), ...membersOf(query, 'query'), ...membersOf(headers, 'header')];
}

function membersOf(schema: z.ZodObject | undefined, where: Parameter['in']): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchema(schema);
  return Object.entries(properties).map(
    ([name, { description, 'x-parameter': parameter = name, ...rest }]) => ({
      // A parameter can stand for several: `label.NAME` for every label.
      name: parameter,
      in: where,
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: rest,
    }),
  );
}

function requestBody(
  { example, takes = JSON_ONLY }: Route,
  body: z.ZodType,
  components: Components,
): NonNullable<Operation['requestBody']> {
  const schema = bodySchema(body, components);
  const shown = example === undefined ? {} : { example };
  return { required: true, content: contentOf(takes, { schema, ...shown }) };
}

function answersOf(
  { media = JSON_ONLY, cached, redirects }: Route,
  schema: JsonSchema,
): Record<string, OperationResponse> {
  if (redirects) return { 302: { description: 'Go on there', headers: { Location: LOCATION } } };
  const content = contentOf(media, { schema });
  if (!cached) return { 200: { description: 'OK', content } };
  return {
    200: { description: 'OK', headers: { ETag: ETAG }, content },
    304: { description: 'You have that version', headers: { ETag: ETAG } },
  };
}

/** Binary content has no schema. */
function contentOf(types: readonly string[], text: MediaTypes[string]): MediaTypes {
  return Object.fromEntries(types.map((type) => [type, /parquet|protobuf/.test(type) ? {} : text]));
}

/** One response per status. Shared ones are components, named after their error codes and, where it differs, their body. */
function refusals(
  route: Route,
  schema: JsonSchema,
  shared: Record<string, OperationResponse>,
): Record<string, Reference> {
  const byStatus = Map.groupBy(errorsOf(route), (code) => ERRORS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => {
      const name = group.join('_or_') + (route.refusal ? `.${nameOf(schema.$ref ?? '')}` : '');
      const { refusal, media = JSON_ONLY } = route;
      shared[name] ??= {
        description: group.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join(' '),
        ...(status === 429 || status === 503 ? { headers: { 'Retry-After': RETRY_AFTER } } : {}),
        content: refusal
          ? contentOf(media, { schema })
          : contentOf(JSON_ONLY, { schema: { allOf: [schema, { properties: { code: { enum: group } } }] } }),
      };
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => a.localeCompare(b)));
}
