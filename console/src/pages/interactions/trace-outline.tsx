import type { Interaction, Trace, TraceSpan } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OutcomeBadge } from '../../conversation/outcome.tsx';
import { outlineOf } from '../../conversation/outline.ts';
import { TraceLink } from '../../conversation/trace-link.tsx';
import { count, exactTime, milliseconds } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { rowOf } from './row.ts';
import { durationOf, stepsOf, titleOf } from './trace-steps.ts';
import { useTrace } from './use-trace.ts';

const INDENT_REM = 1.25;
/** Maximum indentation; deeper steps would have no space for their text. */
const DEEPEST = 6;

type Props = { interaction: Interaction; trace: Trace; timeZone: string };

/** The steps of a trace in order, with links. */
export function TraceOutline({ interaction, trace, timeZone }: Props) {
  const { interactions, spans, isPending, error, refetch, data } = useTrace(interaction, trace);
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (isPending) return <SkeletonRows rows={4} />;
  const start = Math.min(...interactions.map(({ requestedAt }) => Date.parse(requestedAt)));
  const end = Math.max(...interactions.map(({ respondedAt }) => Date.parse(respondedAt)));
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-ink-2">
        <span>
          {interactions.length === 1
            ? 'The only interaction of its trace'
            : `${data?.nextCursor ? 'The last ' : ''}${count(interactions.length)} interactions in ${milliseconds(end - start)}`}
        </span>
        <TraceLink interaction={interaction}>Show in the list</TraceLink>
      </p>
      <ol aria-label="Trace" className="flex flex-col">
        {outlineOf(stepsOf(interactions, spans)).map(({ step, depth }) => (
          <Indented key={step.id} depth={Math.min(depth, DEEPEST)}>
            {'span' in step ? (
              <SpanRow span={step.span} />
            ) : (
              <CallRow interaction={step.interaction} start={start} timeZone={timeZone} />
            )}
          </Indented>
        ))}
      </ol>
    </div>
  );
}

/** Indented, with a line for each ancestor. */
function Indented({ depth, children }: { depth: number; children: ReactNode }) {
  const lines = Array.from({ length: depth }, (_, level) => `${-level * INDENT_REM}rem`);
  return (
    <li
      style={{ marginLeft: `${depth * INDENT_REM}rem` }}
      className={`relative py-0.5 ${depth > 0 ? 'pl-1' : ''}`}
    >
      {lines.map((left) => (
        <span
          key={left}
          aria-hidden="true"
          className="absolute inset-y-0 border-l border-line-strong"
          style={{ left }}
        />
      ))}
      {children}
    </li>
  );
}

type CallProps = { interaction: Interaction; start: number; timeZone: string };

function CallRow({ interaction, start, timeZone }: CallProps) {
  const { id, appId, requestedAt, latencyMs, outcome, finishReason } = interaction;
  const { model, output } = rowOf(interaction);
  return (
    <Link
      from="/apps/$appId/interactions"
      to="/apps/$appId/interactions"
      params={{ appId }}
      search={(before) => ({ ...before, id })}
      className="flex flex-col gap-0.5 rounded-md px-2.5 py-1.5 hover:bg-sunken aria-[current=page]:bg-accent-soft"
    >
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 truncate font-medium">{model ?? 'No model'}</span>
        <span className="shrink-0">
          <OutcomeBadge outcome={outcome} finishReason={finishReason} />
        </span>
        <span className="tabular ml-auto flex shrink-0 gap-3 text-right text-sm text-ink-2">
          <time dateTime={requestedAt} title={exactTime(requestedAt, timeZone)}>
            +{milliseconds(Date.parse(requestedAt) - start)}
          </time>
          <span title="Latency" className="w-14">
            {milliseconds(latencyMs)}
          </span>
        </span>
      </span>
      {output.text ? <span className="truncate text-sm text-ink-3">{output.text}</span> : null}
    </Link>
  );
}

/** A span has nothing to open: this is all that is stored of it. */
function SpanRow({ span }: { span: TraceSpan }) {
  const { name, kind, failed } = span;
  return (
    <span className="flex items-baseline gap-3 px-2.5 py-1.5">
      <span title={name} className="min-w-0 truncate text-ink-2">
        {titleOf(span)}
      </span>
      {kind === 'other' ? null : <Badge>{kind === 'call' ? 'repeats another call' : kind}</Badge>}
      {failed ? <Badge tone="bad">Failed</Badge> : null}
      <span title="Duration" className="tabular ml-auto w-14 shrink-0 text-right text-sm text-ink-2">
        {milliseconds(durationOf(span))}
      </span>
    </span>
  );
}
