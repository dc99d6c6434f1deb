/** Types of the OpenAPI 3.1 document at `/openapi.json`, as far as it uses the specification. */

/** JSON Schema 2020-12, as far as zod writes it and the console's reference shows it. */
export type JsonSchema = {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  /** Name as a query parameter, where it differs from the member's. */
  'x-parameter'?: string;
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema | readonly JsonSchema[];
  prefixItems?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
};

export type Reference = { $ref: string };
export type MediaTypes = Record<string, { schema?: JsonSchema; example?: unknown }>;

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
};

export type ResponseHeader = { description: string; schema: JsonSchema };
export type OperationResponse = {
  description: string;
  headers?: Record<string, ResponseHeader>;
  content?: MediaTypes;
};

export type Operation = {
  operationId: string;
  tags: [string];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: MediaTypes };
  responses: Record<string, OperationResponse | Reference>;
};

export type SecurityScheme =
  | { type: 'http'; scheme: 'bearer' | 'basic'; description: string }
  | { type: 'apiKey'; in: 'cookie' | 'header'; name: string; description: string };

export type OpenApi = {
  openapi: '3.1.1';
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, OperationResponse>;
    securitySchemes: Record<string, SecurityScheme>;
  };
};
