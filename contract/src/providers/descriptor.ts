/** Types of the descriptors of formats and providers. Pure data: no zod, no imports at run time. */

/** A format that a payload may name in `reconify.format`. */
export type FormatDescriptor = {
  /** The name people know it by. */
  label: string;
  /** Values of `reconify.type` that the format allows. */
  types: readonly string[];
  /** The provider whose models answer in this format; null when it may be any. */
  provider: string | null;
  /** Price lists to search, in this order; null stands for the vendor that the model's name suggests. */
  priceLists: readonly (string | null)[];
  required: RequiredFields;
};

/** The fields without which an exchange cannot be read. */
export type RequiredFields = {
  /** `in code`: the rules are not a list of fields; the server checks them in `envelope/`. */
  conversation: 'in code' | FieldRules;
  /** Absent: nothing is required. */
  embedding?: RetrievalFields;
  rerank?: RetrievalFields;
};

/** By type; a type without rules requires nothing. */
export type FieldRules = Readonly<Record<string, { request: FieldChoice; response: FieldChoice }>>;

/** At least one of these fields is required. The first one is named in the issue if none is there. */
export type FieldChoice = {
  anyOf: Readonly<Record<string, 'array' | 'object' | 'string'>>;
  /** The message of the issue, instead of one that lists the fields. */
  otherwise?: string;
};

/** At least one field on each side; `texts` may be a string, all others are lists or objects. */
export type RetrievalFields = {
  request: { texts?: readonly string[]; lists: readonly string[] };
  response: readonly string[];
};

export type ProviderDescriptor = {
  /** Its id in records. */
  name: string;
  /** The name people know it by; without one, they see the id. */
  label?: string;
  /** Matches the lower-case names of the provider in telemetry. */
  telemetry?: RegExp;
  /** Its domains, subdomains included; only subdomains where the name begins with a dot. */
  domains?: readonly string[];
  /** Hosts of its API. A name that begins with a dot, a dash or `*` matches every host with that ending. */
  hosts?: readonly (string | RegExp)[];
  /** The format of its own API. Absent: it speaks OpenAI's dialect, which is format `universal`. */
  format?: string;
  /** Its price list, whatever the format; absent: the price lists of the format. */
  priceList?: string;
  /** Its models run on the operator's own machines, so no list has prices for them. */
  selfHosted?: true;
};

/** Endpoints of OpenAI that other providers have copied. */
export type SharedEndpoint = 'chat' | 'completion' | 'response' | 'embedding' | 'rerank';

export type EndpointCall<Type extends string> = {
  type: Type;
  /** The model, if it is in the URL and not in the body. */
  model?: { member: 'model' | 'modelId'; name: string };
  /** Bedrock's InvokeModel, which nests the model's own JSON in another body. */
  invoke?: boolean;
  /** The response is streamed, whatever its content type. */
  streamed?: boolean;
};

/** How a client library recognises calls in a format. */
export type FormatCalls<Type extends string> = {
  /** Endpoints that only this format has. Null: a call that is not recorded. */
  paths?: readonly [path: RegExp, call: (found: readonly string[]) => EndpointCall<Type> | null][];
  /** The shared endpoints that belong to this format; the others are format `universal`. */
  shared?: readonly SharedEndpoint[];
  /** A part of the user agent, in lower case, of the provider's own client. */
  agent?: string;
};

/** What the console shows of a format: where to send a request, and a first exchange to paste. */
export type FormatGuide = {
  /** The name in lists of snippets. */
  label: string;
  endpoint: (asked: AskedEndpoint) => { url: string; headers: readonly string[] };
  /** Whether the address names the model, so that the body does not. */
  modelInAddress?: true;
  example: {
    type: 'chat';
    request: Readonly<Record<string, unknown>>;
    response: Readonly<Record<string, unknown>>;
    /** The expression by which an application gets the response. */
    node: string;
    python: string;
  };
  /** The provider's client, wrapped by Parley's client library. */
  client: ClientSnippet;
};

export type AskedEndpoint = {
  type: string;
  provider: string | null;
  /** URL-encoded. */
  model: string;
  /** Whether the body has a member of this name. */
  has: (member: string) => boolean;
};

export type ClientSnippet = {
  imports: string;
  made: string;
  asks: string;
  /** An option of Parley's client, beside its address and the keys. */
  option?: string;
};
