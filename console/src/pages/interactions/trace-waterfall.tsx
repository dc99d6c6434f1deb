import type { Interaction, Trace } from '@parley/contract';
import { scaleLinear } from 'd3-scale';
import { type KeyboardEvent, useState } from 'react';
import { outlineOf } from '../../conversation/outline.ts';
import { TraceLink } from '../../conversation/trace-link.tsx';
import { count, milliseconds, millisecondsAxis } from '../../lib/format.ts';
import { usd } from '../../lib/money.ts';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { TraceCall } from './trace-call.tsx';
import { BAR_CELL, TRACE_GRID } from './trace-grid.ts';
import { TraceRow } from './trace-row.tsx';
import { costsOf, extentOf, stepsOf } from './trace-steps.ts';
import { useTrace } from './use-trace.ts';

type Props = { interaction: Interaction; trace: Trace; timeZone: string };

/** The steps of a trace as bars on a time axis; calls open in place. */
export function TraceWaterfall({ interaction, trace, timeZone }: Props) {
  const { interactions, spans, isPending, error, refetch, data } = useTrace(interaction, trace);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (isPending) return <SkeletonRows rows={4} />;
  const steps = stepsOf(interactions, spans);
  const outline = outlineOf(steps);
  const costs = costsOf(outline);
  const extent = extentOf(steps);
  const scale = scaleLinear()
    .domain([0, extent.to - extent.from])
    .range([0, 100]);
  const ticks = scale.ticks(TICKS);
  const axis = {
    ticks: ticks.map(scale),
    share: (ms: number) => scale(ms - extent.from),
  };
  const toggle = (id: string) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return (
    <div className="@container flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-ink-2">
        <span>{summaryOf(interactions, extent.to - extent.from, Boolean(data?.nextCursor))}</span>
        <TraceLink interaction={interaction}>Show in the list</TraceLink>
      </p>
      <div>
        <Ticks at={axis.ticks} texts={ticks.map(millisecondsAxis(ticks))} />
        <ol aria-label="Trace" className="flex flex-col" onKeyDown={moveFocus}>
          {outline.map(({ step, depth }) => (
            <TraceRow
              key={step.id}
              step={step}
              depth={depth}
              axis={axis}
              start={extent.from}
              cost={
                'interaction' in step ? (step.interaction.cost?.usd ?? null) : (costs.get(step.id) ?? null)
              }
              isCurrent={step.id === interaction.id}
              open={open.has(step.id)}
              onToggle={() => toggle(step.id)}
              timeZone={timeZone}
            >
              {'interaction' in step ? (
                <TraceCall
                  id={step.id}
                  appId={step.interaction.appId}
                  isCurrent={step.id === interaction.id}
                />
              ) : null}
            </TraceRow>
          ))}
        </ol>
      </div>
    </div>
  );
}

const TICKS = 4;

/** Labels of the axis above the bars; the last one would not fit if it were at the very end. */
function Ticks({ at, texts }: { at: readonly number[]; texts: readonly string[] }) {
  return (
    <div aria-hidden="true" className={`${TRACE_GRID} border-b border-line pb-1 text-xs text-ink-3`}>
      <span className={`${BAR_CELL} tabular h-4`}>
        {at.map((left, i) => (
          <span
            key={left}
            style={{ left: `${left}%` }}
            className={`absolute whitespace-nowrap ${left > 85 ? '-translate-x-full' : left > 0 ? '-translate-x-1/2' : ''}`}
          >
            {texts[i]}
          </span>
        ))}
      </span>
    </div>
  );
}

function summaryOf(interactions: readonly Interaction[], ms: number, isCut: boolean): string {
  const failed = interactions.filter(({ outcome }) => outcome === 'error').length;
  const costs = interactions.flatMap(({ cost }) => cost?.usd ?? []);
  const calls = count(interactions.length);
  return [
    interactions.length === 1
      ? 'The only interaction of its trace'
      : `${isCut ? 'The last ' : ''}${calls} interactions`,
    milliseconds(ms),
    ...(costs.length > 0 ? [usd(costs.reduce((sum, cost) => sum + cost, 0))] : []),
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
  ].join(' · ');
}

/** The arrow keys move from one call to the next. */
function moveFocus(event: KeyboardEvent<HTMLOListElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-step]')];
  const at = event.target instanceof HTMLElement ? buttons.indexOf(event.target) : -1;
  const next = at === -1 ? undefined : buttons[at + step];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}
