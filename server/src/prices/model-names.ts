import type { Format } from '@parley/contract';

type Named = {
  format: Format;
  provider: string | null;
  model: string | null;
  requestedModel: string | null;
};

/** The names an exchange may be priced by, the best one first: what answered, then what was asked for. */
export function modelNames({ format, provider, model, requestedModel }: Named): string[] {
  // Bedrock bills by the id in the request; the body's own name does not say which endpoint it was.
  const named = format === 'bedrock' ? [requestedModel ?? model] : [model, requestedModel];
  const names = new Set<string>();
  for (const name of named) {
    const bare = name === null ? null : bareName(format, provider, name);
    if (bare) names.add(bare);
  }
  return [...names];
}

function bareName(format: Format, provider: string | null, name: string): string | null {
  if (format === 'bedrock' && name.startsWith('arn:')) return modelOfArn(name);
  // Google's names of models are paths, also of those that it sells for Anthropic.
  if (format === 'gemini' || format === 'anthropic' || provider === 'google')
    return name.replace(/^(?:.*\/)?models\/|^google\//, '');
  return name;
}

/**
 * Foundation models and inference profiles are billed by the token, and their ARN names the model. The
 * others are billed by the hour (provisioned, imported), or do not say what they stand for.
 */
function modelOfArn(arn: string): string | null {
  return /:(?:foundation-model|inference-profile)\/(.+)$/.exec(arn)?.[1] ?? null;
}
