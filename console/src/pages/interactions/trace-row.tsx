import type { ReactNode } from 'react';
import { errorLine } from '../../conversation/error-text.ts';
import { ModelName } from '../../conversation/model-name.tsx';
import { OutcomeBadge } from '../../conversation/outcome.tsx';
import { exactTime, milliseconds, NONE } from '../../lib/format.ts';
import { usd } from '../../lib/money.ts';
import { Badge } from '../../ui/badge.tsx';
import { rowOf } from './row.ts';
import { TraceBar } from './trace-bar.tsx';
import { type Axis, TRACE_GRID } from './trace-grid.ts';
import { durationOf, type TraceStep, titleOf } from './trace-steps.ts';

const INDENT_REM = 0.875;
/** Maximum indentation; deeper steps would have no space for their text. */
const DEEPEST = 6;

type Props = {
  step: TraceStep;
  depth: number;
  axis: Axis;
  /** When the trace began. */
  start: number;
  cost: number | null;
  /** Whether it is the interaction of the panel. */
  isCurrent: boolean;
  open: boolean;
  onToggle: () => void;
  timeZone: string;
  /** The content of an open call. */
  children: ReactNode;
};

/** A step of a trace: its name, its bar, its cost and its duration. A span has nothing to open. */
export function TraceRow(props: Props) {
  const { step, depth, axis, cost, isCurrent, open, onToggle, children } = props;
  const content = (
    <>
      <span
        className="flex min-w-0 flex-col gap-0.5"
        style={{ paddingLeft: `${Math.min(depth, DEEPEST) * INDENT_REM}rem` }}
      >
        {'span' in step ? <SpanName step={step} /> : <CallName step={step} open={open} />}
      </span>
      <TraceBar step={step} axis={axis} title={barTitle(props)} />
      <span className="tabular col-start-2 row-start-1 flex justify-end gap-3 text-right text-sm whitespace-nowrap text-ink-2 @[40rem]:col-start-3">
        {/* A call costs something or is not priced; a span without calls below it has no cost. */}
        <span title={'span' in step ? 'Cost of the calls in it' : 'Cost'}>
          {cost === null && 'span' in step ? '' : cost === null ? NONE : usd(cost)}
        </span>
        <span title={'span' in step ? 'Duration' : 'Latency'} className="w-14">
          {milliseconds('span' in step ? durationOf(step.span) : step.interaction.latencyMs)}
        </span>
      </span>
    </>
  );
  const look = `${TRACE_GRID} w-full py-1.5 text-left`;
  return (
    <li className="border-b border-line last:border-b-0">
      {'span' in step ? (
        <div className={look}>{content}</div>
      ) : (
        <button
          type="button"
          data-step
          aria-expanded={open}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={onToggle}
          className={`${look} rounded-md hover:bg-sunken aria-[current=page]:bg-accent-soft`}
        >
          {content}
        </button>
      )}
      {open ? <div className="pt-1 pb-3">{children}</div> : null}
    </li>
  );
}

function CallName({ step, open }: { step: Extract<TraceStep, { interaction: unknown }>; open: boolean }) {
  const { model, requestedModel, outcome, finishReason, error } = step.interaction;
  const text = error ? errorLine(error) : rowOf(step.interaction).output.text;
  return (
    <>
      <span className="flex min-w-0 items-baseline gap-2">
        <svg
          aria-hidden="true"
          viewBox="0 0 10 10"
          className={`size-2.5 shrink-0 fill-ink-3 ${open ? 'rotate-90' : ''}`}
        >
          <path d="M2.5 1 7.5 5 2.5 9z" />
        </svg>
        <ModelName model={model} requestedModel={requestedModel} className="min-w-0 truncate font-medium" />
        <span className="shrink-0">
          <OutcomeBadge outcome={outcome} finishReason={finishReason} />
        </span>
      </span>
      {text && !open ? (
        <span dir="auto" className={`truncate pl-4.5 text-sm ${error ? 'text-bad' : 'text-ink-3'}`}>
          {text}
        </span>
      ) : null}
    </>
  );
}

function SpanName({ step: { span } }: { step: Extract<TraceStep, { span: unknown }> }) {
  const { name, kind, failed } = span;
  return (
    <span className="flex min-w-0 items-baseline gap-2 pl-4.5">
      <span title={name} className="min-w-0 truncate text-ink-2">
        {titleOf(span)}
      </span>
      {kind === 'other' ? null : <Badge>{kind === 'call' ? 'repeats another call' : kind}</Badge>}
      {failed ? <Badge tone="bad">Failed</Badge> : null}
    </span>
  );
}

/** When the step began, and for how long it ran. */
function barTitle({ step, start, timeZone }: Props): string {
  const { period } = step;
  if (!period) return 'Times unknown';
  const took =
    'interaction' in step && step.interaction.latencyMs === null
      ? 'duration unknown'
      : milliseconds(period.to - period.from);
  return `${exactTime(new Date(period.from).toISOString(), timeZone)}, +${milliseconds(period.from - start)}, ${took}`;
}
