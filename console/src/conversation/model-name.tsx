import type { Interaction } from '@parley/contract';
import { modelName, versionText } from '../lib/model-name.ts';

type Props = Pick<Interaction, 'model' | 'requestedModel'> & { className?: string };

/** The requested model, and the version that answered beside it. */
export function ModelName({ className, ...named }: Props) {
  const { name, version } = modelName(named);
  if (name === null) return <span className={className}>No model</span>;
  return (
    <span className={className} title={version === null ? name : `${name}, answered by ${version}`}>
      {name}
      {version === null ? null : (
        <span className="font-normal text-ink-3"> {versionText(name, version)}</span>
      )}
    </span>
  );
}
