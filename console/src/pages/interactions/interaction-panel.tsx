import type { Interaction } from '@parley/contract';
import { useState } from 'react';
import { Refusal } from '../../api/call.ts';
import { useAsk } from '../../api/use-ask.ts';
import { Conversation } from '../../conversation/conversation.tsx';
import { InteractionFacts } from '../../conversation/interaction-facts.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PanelSummary } from './panel-summary.tsx';
import { RawJson } from './raw-json.tsx';
import { TraceOutline } from './trace-outline.tsx';

const TABS = [
  ['conversation', 'Conversation'],
  ['trace', 'Trace'],
  ['facts', 'Facts'],
  ['raw', 'Raw'],
] as const;
type Tab = (typeof TABS)[number][0];

/** One interaction: what was said, what is known of it, and what was sent. */
export function InteractionPanel({ id, timeZone }: { id: string; timeZone: string }) {
  const { data, error, refetch, isPlaceholderData } = useAsk('GET /v1/interactions/:id', { params: { id } });
  const [tab, setTab] = useState<Tab>('conversation');
  if (error instanceof Refusal && error.status === 404) {
    return <EmptyState title="Not here">There is no such interaction, or it is no longer kept.</EmptyState>;
  }
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (!data) return <SkeletonRows rows={12} />;
  const tabs = TABS.filter(([name]) => name !== 'trace' || data.trace !== null);
  // The next one may not be of a trace.
  const shown = tabs.some(([name]) => name === tab) ? tab : 'conversation';
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-50' : ''}>
      <PanelSummary interaction={data} timeZone={timeZone} />
      <Tabs label="Interaction" tabs={tabs} chosen={shown} onChoose={setTab}>
        <div className="pt-4">
          {shown === 'conversation' ? <Said interaction={data} /> : null}
          {shown === 'trace' && data.trace ? (
            <TraceOutline
              key={data.trace.traceId}
              interaction={data}
              trace={data.trace}
              timeZone={timeZone}
            />
          ) : null}
          {shown === 'facts' ? <InteractionFacts interaction={data} timeZone={timeZone} /> : null}
          {shown === 'raw' ? <RawJson id={data.id} /> : null}
        </div>
      </Tabs>
    </div>
  );
}

function Said({ interaction: { id, input, output, error } }: { interaction: Interaction }) {
  return (
    <div className="flex flex-col gap-4">
      {input.length + output.length === 0 ? (
        <p className="text-ink-3">No texts are kept of this interaction.</p>
      ) : null}
      <Conversation key={id} messages={[...input, ...output]} answerFrom={input.length} />
      {error ? (
        <p role="note" className="rounded-md bg-bad-soft px-3.5 py-2.5 text-bad">
          {error.message ?? error.code ?? error.type ?? 'The upstream answered with an error.'}
        </p>
      ) : null}
    </div>
  );
}
