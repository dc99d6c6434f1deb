/** What Parley knows about a format and about a provider. Pure data: no zod, no imports at run time. */

/** A format that a payload may name in `reconify.format`. */
export type FormatDescriptor = {
  /** Display name. */
  label: string;
  /** Values of `reconify.type` that the format allows. */
  types: readonly string[];
  /** The provider whose models answer in this format; null when it may be any. */
  provider: string | null;
  /** Price lists to search, in order; null stands for the vendor that the model's name suggests. */
  priceLists: readonly (string | null)[];
  required: RequiredFields;
};

/** Fields without which an exchange cannot be read at all. */
export type RequiredFields = {
  /** `in code`: the rules are more than a list of fields; the server checks them in `envelope/`. */
  conversation: 'in code' | FieldRules;
  /** Absent: nothing is required. */
  embedding?: RetrievalFields;
  rerank?: RetrievalFields;
};

/** By type; a type without rules requires nothing. */
export type FieldRules = Readonly<Record<string, { request: FieldChoice; response: FieldChoice }>>;

/** At least one of these fields is required. If all are missing, the error names the first one. */
export type FieldChoice = {
  anyOf: Readonly<Record<string, 'array' | 'object' | 'string'>>;
  /** Error message, instead of a generated one that lists the fields. */
  otherwise?: string;
};

/** At least one field on each side; `texts` may be a string, all others are lists or objects. */
export type RetrievalFields = {
  request: { texts?: readonly string[]; lists: readonly string[] };
  response: readonly string[];
};

export type ProviderDescriptor = {
  /** Id in records. */
  name: string;
  /** Display name; the id by default. */
  label?: string;
  /** Matches the provider's lower-case names in telemetry. */
  telemetry?: RegExp;
  /** Domains, including subdomains; a leading dot means subdomains only. */
  domains?: readonly string[];
  /** API hosts. A name that begins with a dot, a dash or `*` matches every host with that suffix. */
  hosts?: readonly (string | RegExp)[];
  /** The format of the provider's own API. Absent: OpenAI's dialect, which is format `universal`. */
  format?: string;
  /** The provider's price list, for every format. Absent: the format's price lists. */
  priceList?: string;
  /** Its models run on the operator's machines, and no list has a price for them. */
  selfHosted?: true;
};

/** Endpoints of OpenAI's API that other providers copied. */
export type SharedEndpoint = 'chat' | 'completion' | 'response' | 'embedding' | 'rerank';

export type EndpointCall<Type extends string> = {
  type: Type;
  /** The model, where the URL names it and the body does not. */
  model?: { member: 'model' | 'modelId'; name: string };
  /** Bedrock's InvokeModel, which wraps the model's own JSON in another body. */
  invoke?: boolean;
  /** The response is always streamed, whatever its content type. */
  streamed?: boolean;
};

/** How a client library recognises calls in a format. */
export type FormatCalls<Type extends string> = {
  /** Endpoints that only this format has. Null: a call that is not recorded. */
  paths?: readonly [path: RegExp, call: (found: readonly string[]) => EndpointCall<Type> | null][];
  /** Shared endpoints that belong to this format; the others are format `universal`. */
  shared?: readonly SharedEndpoint[];
  /** Part of the user agent of the provider's own client, in lower case. */
  agent?: string;
};

/** What the console shows for a format: where to send a request, and a first exchange to paste. */
export type FormatGuide = {
  /** Name in lists of snippets. */
  label: string;
  endpoint: (asked: AskedEndpoint) => { url: string; headers: readonly string[] };
  /** Whether the URL names the model instead of the body. */
  modelInAddress?: true;
  example: {
    type: 'chat';
    request: Readonly<Record<string, unknown>>;
    response: Readonly<Record<string, unknown>>;
    /** The expression that gives an application the response. */
    node: string;
    python: string;
  };
  /** How to use the provider's client with Parley's SDK. */
  client: ClientSnippet;
};

export type AskedEndpoint = {
  type: string;
  provider: string | null;
  /** Encoded for a URL. */
  model: string;
  /** Whether the body has a member with this name. */
  has: (member: string) => boolean;
};

export type ClientSnippet = {
  imports: string;
  made: string;
  asks: string;
  /** An additional option for Parley besides its URL and the keys. */
  option?: string;
};
