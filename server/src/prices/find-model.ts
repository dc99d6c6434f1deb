/**
 * Which entry of a vendor's price list a name means. The list's own rules say which names may be meant
 * ("contains gemini-1.5-flash"), and go too far: a smaller brother has its bigger one's name in its own.
 * So what a name has beyond an entry's must not change which model it is: a date, a number of release, a
 * region. Everything else (`-8b`, `-lite`, `-preview`, `.5`) is another model.
 */
import type { MatchLogic, ModelInfo, Provider } from '@pydantic/genai-prices';

/** Names that a list does not have, or has for another model only; by vendor, and without dates. */
const ALSO: Record<string, Record<string, string>> = {
  anthropic: {
    'claude-2.0': 'claude-2',
    'claude-2.1': 'claude-2',
    'claude-3-5-sonnet-v2': 'claude-3-5-sonnet',
  },
  google: {
    'gemini-1.5-flash-8b': 'gemini-flash-1.5-8b',
    'gemini-1.5-flash-preview': 'gemini-1.5-flash',
    'gemini-1.5-pro-preview': 'gemini-1.5-pro',
    'gemini-2.0-flash-lite-preview': 'gemini-2.0-flash-lite',
    'gemini-2.0-flash-thinking-exp': 'gemini-2.0-flash',
    'gemini-2.5-pro-preview': 'gemini-2.5-pro',
  },
  openai: { 'computer-use-preview': 'computer-use' },
};

export function findModel(provider: Provider, name: string): ModelInfo | null {
  const given = name.toLowerCase().trim();
  const bare = bareName(provider, given);
  const also = ALSO[provider.id]?.[bare];
  return (
    provider.models.find(({ id }) => id === given || id === also) ??
    provider.models.find((model) => isMeant(provider, model, given, bare)) ??
    null
  );
}

function isMeant(provider: Provider, model: ModelInfo, given: string, bare: string): boolean {
  return (
    (matches(model.match, given) || matches(model.match, withHyphens(given))) &&
    namesOf(provider, model).has(bare) &&
    isSameVersion(provider, model, given)
  );
}

function matches(rule: MatchLogic, name: string): boolean {
  if ('or' in rule) return rule.or.some((one) => matches(one, name));
  if ('and' in rule) return rule.and.every((one) => matches(one, name));
  if ('equals' in rule) return name === rule.equals.toLowerCase();
  if ('starts_with' in rule) return name.startsWith(rule.starts_with.toLowerCase());
  if ('ends_with' in rule) return name.endsWith(rule.ends_with.toLowerCase());
  if ('contains' in rule) return name.includes(rule.contains.toLowerCase());
  return new RegExp(rule.regex).test(name);
}

/** Lists have the dates of some vendors as 2024-08-06; resellers write 20240806. */
function withHyphens(name: string): string {
  return name.replace(/-(20\d\d)(\d\d)(\d\d)(?=-|:|$)/, '-$1-$2-$3');
}

const known = new WeakMap<ModelInfo, ReadonlySet<string>>();

function namesOf(provider: Provider, model: ModelInfo): ReadonlySet<string> {
  let names = known.get(model);
  if (!names) {
    names = new Set(
      [model.id, ...textsIn(model.match)].map((text) => bareName(provider, text.toLowerCase())),
    );
    known.set(model, names);
  }
  return names;
}

function textsIn(rule: MatchLogic): string[] {
  if ('or' in rule) return rule.or.flatMap(textsIn);
  if ('and' in rule) return rule.and.flatMap(textsIn);
  return 'regex' in rule ? [] : Object.values(rule);
}

/** At the end of a name: dates in all the ways they are written, a release, the newest one, half of any of these. */
const ENDINGS = [
  /[-@](?:\d{8}|\d{6}|\d{4}(?:-\d\d){0,2}|\d\d-\d\d(?:\d\d)?)$/,
  /-0\d\d$/,
  /[-@](?:latest|default)$/,
  /[-@]$/,
];
/** Bedrock's: a version, how much context it has. */
const BEDROCK_ENDINGS = [/(?::\d+k?)+$/, /-v\d+$/];
const BEDROCK_REGION = /^(?:global|regional|apac|us-gov|[a-z]{2})\./;

/** Without what does not say which model it is. */
function bareName(provider: Provider, name: string): string {
  const ofBedrock = provider.id === 'aws';
  const endings = ofBedrock ? [...BEDROCK_ENDINGS, ...ENDINGS] : ENDINGS;
  // What somebody calls a model of their own comes behind its name.
  let bare = name.replace(/^(ft:[^:]+):.*$/, '$1').replace(/\.ft-.*$/, '.ft');
  if (ofBedrock) bare = bare.replace(BEDROCK_REGION, '');
  for (let longer = ''; longer !== bare; ) {
    longer = bare;
    for (const ending of endings) bare = bare.replace(ending, '');
  }
  return bare;
}

/** Titan's second version has another price than its first. */
function isSameVersion(provider: Provider, { id }: ModelInfo, given: string): boolean {
  if (provider.id !== 'aws') return true;
  const [listed, asked] = [id, given].map((name) => /-v(\d+)(?=:|$)/.exec(name)?.[1]);
  return listed === undefined || asked === undefined || listed === asked;
}
