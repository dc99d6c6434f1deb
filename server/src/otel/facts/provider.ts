import { type Format, PROVIDERS, providerNamed } from '@parley/contract';
import { readShortened } from '../../envelope/fields.ts';
import { Notes } from '../../envelope/notes.ts';
import { firstText } from '../attributes.ts';
import { preferring } from '../dialects/dialects.ts';
import { genAi } from '../dialects/gen-ai.ts';
import { vercel } from '../dialects/vercel.ts';
import type { Attributes } from '../telemetry.ts';

const NAMES = [
  ...preferring(genAi).flatMap(({ provider }) => provider ?? []),
  ...preferring(genAi, vercel).flatMap(({ system }) => system ?? []),
];

/** Maximum length of a provider's name that Parley does not know. */
const MAX_NAME = 64;

/**
 * The provider of the model: by the name in the telemetry, else by the host, since an OpenAI client may call
 * another provider. A name that Parley does not know is kept, cut to `MAX_NAME`; `notes` say whether it was cut.
 */
export function providerOf(attributes: Attributes, notes = new Notes()): string | null {
  const named = firstText(attributes, NAMES)?.toLowerCase() ?? null;
  const known = named && (nameOf(named) ?? readShortened(named, 'provider', MAX_NAME, notes));
  if (known !== null && known !== 'openai') return known;
  const host = firstText(attributes, ['server.address', 'net.peer.name']);
  return (host && hostedBy(host)) ?? known;
}

/** The format of a provider's own requests and prices. */
export function formatOfProvider(provider: string | null): Format {
  return providerNamed(provider)?.format ?? 'universal';
}

function nameOf(named: string): string | null {
  return PROVIDERS.find(({ telemetry }) => telemetry?.test(named))?.name ?? null;
}

function hostedBy(host: string): string | null {
  return PROVIDERS.find(({ domains }) => domains?.some((domain) => isWithin(host, domain)))?.name ?? null;
}

function isWithin(host: string, domain: string): boolean {
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}
