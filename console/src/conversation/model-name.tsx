import type { Interaction } from '@parley/contract';
import { modelName, versionText } from '../lib/model-name.ts';

/** The requested model, and the version that answered beside it. */
export function ModelName(props: Pick<Interaction, 'model' | 'requestedModel'>) {
  const { name, version } = modelName(props);
  if (name === null) return 'No model';
  return (
    <span title={version === null ? name : `${name}, answered by ${version}`}>
      {name}
      {version === null ? null : (
        <span className="font-normal text-ink-3"> {versionText(name, version)}</span>
      )}
    </span>
  );
}
