import type { Interaction } from '@parley/contract';

type Named = Pick<Interaction, 'model' | 'requestedModel'>;

/**
 * A model by the name that was asked for, which a failed call has, too, and the version that answered where that has
 * another name: gpt-4o and gpt-4o-2024-08-06.
 */
export function modelName({ model, requestedModel }: Named): { name: string | null; version: string | null } {
  const name = requestedModel ?? model;
  return { name, version: model === name ? null : model };
}

/** A version beside its name: 2024-08-06, or the whole of it where it begins otherwise. */
export function versionText(name: string, version: string): string {
  const rest = version.startsWith(name) ? version.slice(name.length) : '';
  return /^[-@:]./.test(rest) ? rest.slice(1) : version;
}
