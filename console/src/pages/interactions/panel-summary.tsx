import type { Interaction } from '@parley/contract';
import { OutcomeBadge } from '../../conversation/outcome.tsx';
import { compact, milliseconds, usd } from '../../lib/format.ts';
import { Time } from '../../ui/time.tsx';

type Props = { interaction: Interaction; timeZone: string };

/** The facts that one wants to see in every tab. */
export function PanelSummary({ interaction, timeZone }: Props) {
  const { model, requestedModel, outcome, finishReason, requestedAt, usage, cost, latencyMs } = interaction;
  return (
    <div className="tabular flex flex-wrap items-center gap-x-3 gap-y-1 pb-2 text-sm text-ink-2">
      <span className="font-medium text-ink">{model ?? requestedModel ?? 'No model'}</span>
      <OutcomeBadge outcome={outcome} finishReason={finishReason} />
      <Time at={requestedAt} timeZone={timeZone} />
      {latencyMs === null ? null : <span>{milliseconds(latencyMs)}</span>}
      {usage.total === null ? null : <span>{compact(usage.total)} tokens</span>}
      {cost === null ? null : <span>{usd(cost.usd)}</span>}
    </div>
  );
}
