import type { Format } from '@parley/contract';

type Named = {
  format: Format;
  provider: string | null;
  model: string | null;
  requestedModel: string | null;
};

/** Names to look up the price of an exchange by, best first: the response model, then the requested one. */
export function modelNames({ format, provider, model, requestedModel }: Named): string[] {
  // Bedrock bills by the id in the request; the name in the body does not identify the endpoint.
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
  // Google's model names are paths, including those of Anthropic's models on Vertex.
  if (format === 'gemini' || format === 'anthropic' || provider === 'google')
    return name.replace(/^(?:.*\/)?models\/|^google\//, '');
  return name;
}

/**
 * Foundation models and inference profiles are billed by the token, and their ARN contains the model. Others
 * are billed by the hour (provisioned, imported), or their ARN does not tell the model.
 */
function modelOfArn(arn: string): string | null {
  return /:(?:foundation-model|inference-profile)\/(.+)$/.exec(arn)?.[1] ?? null;
}
