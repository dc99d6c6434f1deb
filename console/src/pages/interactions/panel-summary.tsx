import type { Interaction } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { errorText } from '../../conversation/error-text.ts';
import { OutcomeBadge } from '../../conversation/outcome.tsx';
import { Time } from '../../ui/time.tsx';
import { PanelFigures } from './panel-figures.tsx';
import { PanelLinks } from './panel-links.tsx';

type Props = { interaction: Interaction; timeZone: string };

/** The summary above the tabs. */
export function PanelSummary({ interaction, timeZone }: Props) {
  const { outcome, finishReason, requestedAt, error } = interaction;
  return (
    <div className="flex flex-col gap-3 pb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
        <ModelLink interaction={interaction} />
        <OutcomeBadge outcome={outcome} finishReason={finishReason} />
        <Time at={requestedAt} timeZone={timeZone} />
      </div>
      {error ? (
        <p role="note" dir="auto" className="rounded-md bg-bad-soft px-3.5 py-2.5 wrap-anywhere text-bad">
          {errorText(error)}
        </p>
      ) : null}
      <PanelLinks interaction={interaction} />
      <PanelFigures interaction={interaction} />
    </div>
  );
}

/** Adds the model to the filters of the list; the interaction stays open. */
function ModelLink({ interaction: { appId, model, requestedModel } }: { interaction: Interaction }) {
  const name = model ?? requestedModel;
  if (name === null) return <span className="font-medium text-ink">No model</span>;
  return (
    <Link
      from="/apps/$appId/interactions"
      to="/apps/$appId/interactions"
      params={{ appId }}
      search={(before) => ({
        ...before,
        ...(model === null ? { requestedModel: [name] } : { model: [name] }),
      })}
      title="Filter by this model"
      className="font-medium wrap-anywhere text-ink hover:underline"
    >
      {name}
    </Link>
  );
}
