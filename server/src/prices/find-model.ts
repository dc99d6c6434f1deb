/**
 * Finds the entry of a vendor's price list for a model name. The list's own rules ("contains
 * gemini-1.5-flash") match too much: the names of smaller models contain those of larger ones. So whatever a
 * name has beyond an entry's name must not change the model: a date, a release number, a region. Anything
 * else (`-8b`, `-lite`, `-preview`, `.5`) is another model.
 */
import type { MatchLogic, ModelInfo, Provider } from '@pydantic/genai-prices';

/** Aliases that a list lacks, or matches to another model; by vendor, without dates. */
const ALIASES: Record<string, Record<string, string>> = {
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
  const also = ALIASES[provider.id]?.[bare];
  return (
    provider.models.find(({ id }) => id === given || id === also) ??
    provider.models.find((model) => isMeant(provider, model, given, bare)) ??
    null
  );
}

function isMeant(provider: Provider, model: ModelInfo, given: string, bare: string): boolean {
  // The names are looked up first: they exclude nearly every model, and the rules take longer.
  return (
    namesOf(provider, model).has(bare) &&
    (matches(model.match, given) || matches(model.match, withHyphens(given))) &&
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

/** Some lists have dates as 2024-08-06 where resellers write 20240806. */
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

/**
 * Suffixes that do not change the model: dates in any notation, a release number, `latest`, or a rest of
 * these.
 */
const SUFFIXES = [
  /[-@](?:\d{8}|\d{6}|\d{4}(?:-\d\d){0,2}|\d\d-\d\d(?:\d\d)?)$/,
  /-0\d\d$/,
  /[-@](?:latest|default)$/,
  /[-@]$/,
];
/** Suffixes of Bedrock's model ids: the version and the context size. */
const BEDROCK_SUFFIXES = [/(?::\d+k?)+$/, /-v\d+$/];
const BEDROCK_REGION = /^(?:global|regional|apac|us-gov|[a-z]{2})\./;

/** The name without suffixes and prefixes that do not change the model. */
function bareName(provider: Provider, name: string): string {
  const ofBedrock = provider.id === 'aws';
  const endings = ofBedrock ? [...BEDROCK_SUFFIXES, ...SUFFIXES] : SUFFIXES;
  // A fine-tuned model's custom name follows the base model's.
  let bare = name.replace(/^(ft:[^:]+):.*$/, '$1').replace(/\.ft-.*$/, '.ft');
  if (ofBedrock) bare = bare.replace(BEDROCK_REGION, '');
  for (let longer = ''; longer !== bare; ) {
    longer = bare;
    for (const ending of endings) bare = bare.replace(ending, '');
  }
  return bare;
}

/** Titan's versions have different prices. */
function isSameVersion(provider: Provider, { id }: ModelInfo, given: string): boolean {
  if (provider.id !== 'aws') return true;
  const [listed, asked] = [id, given].map((name) => /-v(\d+)(?=:|$)/.exec(name)?.[1]);
  return listed === undefined || asked === undefined || listed === asked;
}
