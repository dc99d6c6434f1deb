import { type Axis, BAR_CELL } from './trace-grid.ts';
import type { TraceStep } from './trace-steps.ts';

type Props = { step: TraceStep; axis: Axis; title: string };

/** When a step ran; of a call, the time before its first token is paler. */
export function TraceBar({ step, axis, title }: Props) {
  const { period } = step;
  const color = colorOf(step);
  const firstToken = 'interaction' in step ? step.interaction.firstTokenMs : null;
  return (
    <span title={title} className={`${BAR_CELL} h-3 self-center`}>
      {axis.ticks.map((left) => (
        <span key={left} className="absolute inset-y-0 border-l border-line" style={{ left: `${left}%` }} />
      ))}
      {period ? (
        <span
          data-bar
          // A short step ends within the axis, and can still be seen.
          style={{
            left: `min(${axis.share(period.from)}%, 100% - 3px)`,
            width: `${axis.share(period.to) - axis.share(period.from)}%`,
          }}
          className={`absolute inset-y-0.5 flex min-w-[3px] overflow-hidden rounded-xs ${color}`}
        >
          {firstToken !== null && period.to > period.from ? (
            <span
              className="bg-surface/60"
              style={{ width: `${Math.min(100, (100 * firstToken) / (period.to - period.from))}%` }}
            />
          ) : null}
        </span>
      ) : null}
    </span>
  );
}

function colorOf(step: TraceStep): string {
  if ('span' in step) return step.span.failed ? 'bg-bad' : 'bg-line-strong';
  return step.interaction.outcome === 'error'
    ? 'bg-bad'
    : step.interaction.outcome === 'blocked'
      ? 'bg-warn'
      : 'bg-c1';
}
