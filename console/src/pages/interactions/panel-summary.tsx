import type { Interaction, ScoredInteraction } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { ErrorNote } from '../../conversation/error-note.tsx';
import { OutcomeBadge } from '../../conversation/outcome.tsx';
import { modelName } from '../../lib/model-name.ts';
import { ScorePanel } from '../../scores/score-panel.tsx';
import type { View } from '../../state/view.ts';
import { Time } from '../../ui/time.tsx';
import { PanelFigures } from './panel-figures.tsx';
import { PanelLinks } from './panel-links.tsx';

type Props = { interaction: ScoredInteraction; timeZone: string };

/** The summary above the tabs. */
export function PanelSummary({ interaction, timeZone }: Props) {
  const { appId, id, outcome, finishReason, requestedAt, error } = interaction;
  return (
    <div className="flex flex-col gap-3 pb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <ModelLink interaction={interaction} />
        <OutcomeBadge outcome={outcome} finishReason={finishReason} />
        <Time at={requestedAt} timeZone={timeZone} />
      </div>
      {error ? <ErrorNote error={error} /> : null}
      <PanelLinks interaction={interaction} />
      <PanelFigures interaction={interaction} />
      <ScorePanel
        target={{ appId, type: 'interaction', id }}
        scores={interaction.scores}
        timeZone={timeZone}
        label="Scores"
        answer={interaction.outputText}
      />
    </div>
  );
}

/** Adds the model to the filters of the list; the interaction stays open. */
function ModelLink({ interaction }: { interaction: Interaction }) {
  const { name, version } = modelName(interaction);
  if (name === null) return <span className="font-medium text-ink">No model</span>;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
      <FilterLink
        interaction={interaction}
        filter={interaction.requestedModel === null ? { model: [name] } : { requestedModel: [name] }}
        text={name}
        className="font-medium text-ink"
      />
      {version === null ? null : (
        <FilterLink
          interaction={interaction}
          filter={{ model: [version] }}
          text={version}
          className="text-ink-3"
        />
      )}
    </span>
  );
}

type FilterProps = { interaction: Interaction; filter: View; text: string; className: string };

function FilterLink({ interaction: { appId }, filter, text, className }: FilterProps) {
  return (
    <Link
      from="/apps/$appId/interactions"
      to="/apps/$appId/interactions"
      params={{ appId }}
      search={(before) => ({ ...before, ...filter })}
      title="Filter by this model"
      className={`hover:underline ${className}`}
    >
      {text}
    </Link>
  );
}
