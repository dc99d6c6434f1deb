import type { Interaction } from '@parley/contract';
import type { ReactNode } from 'react';
import { CopyButton } from '../ui/copy.tsx';
import { Fact, FactGroup, Facts } from './fact.tsx';
import { TraceLink } from './trace-link.tsx';

export function IdFacts({ interaction }: { interaction: Interaction }) {
  const { id, upstreamId, previousUpstreamId, trace, version } = interaction;
  return (
    <FactGroup title="IDs">
      <Facts>
        <IdFact name="Interaction" id={id} />
        <IdFact name="Upstream" id={upstreamId} />
        <IdFact name="Previous response" id={previousUpstreamId} />
        {trace === null ? null : (
          <IdFact name="Trace" id={trace.traceId}>
            <TraceLink interaction={interaction}>{trace.traceId}</TraceLink>
          </IdFact>
        )}
        <IdFact name="Span" id={trace?.spanId} />
        <IdFact name="Parent span" id={trace?.parentSpanId} />
        <Fact name="Payload version">{version}</Fact>
      </Facts>
    </FactGroup>
  );
}

type Props = { name: string; id: string | null | undefined; children?: ReactNode };

/** `children` replace the bare id. */
function IdFact({ name, id, children = id }: Props) {
  if (!id) return null;
  return (
    <Fact name={name}>
      <span className="flex items-center gap-2">
        <code className="min-w-0 font-mono text-sm break-all">{children}</code>
        <CopyButton text={id} />
      </span>
    </Fact>
  );
}
