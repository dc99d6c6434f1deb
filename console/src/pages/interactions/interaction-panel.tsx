import type { Interaction } from '@parley/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Refusal } from '../../api/call.ts';
import { useAsk } from '../../api/use-ask.ts';
import { Conversation } from '../../conversation/conversation.tsx';
import { InteractionFacts } from '../../conversation/interaction-facts.tsx';
import { lookAgain } from '../../conversation/late-texts.ts';
import { MediaSource } from '../../conversation/media-source.tsx';
import { NoTexts } from '../../conversation/no-texts.tsx';
import { foldable } from '../../conversation/prompt-changes.ts';
import { PromptChangesView } from '../../conversation/prompt-changes-view.tsx';
import { RetrievalView } from '../../conversation/retrieval-view.tsx';
import { SearchMarksContext, searchMarks } from '../../conversation/search-marks.ts';
import { useFirstMark } from '../../conversation/use-first-mark.ts';
import { isWordless } from '../../conversation/wordless.ts';
import type { View } from '../../state/view.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { PanelSummary } from './panel-summary.tsx';
import { RawJson } from './raw-json.tsx';
import { TraceWaterfall } from './trace-waterfall.tsx';
import { usePromptChanges } from './use-prompt-changes.ts';

const TABS = [
  ['conversation', 'Conversation'],
  ['trace', 'Trace'],
  ['facts', 'Details'],
  ['raw', 'Raw'],
] as const;
type Tab = (typeof TABS)[number][0];

type Props = {
  id: string;
  timeZone: string;
  /** The view of the list, whose search is marked. */
  view: View;
};

/** One interaction: its conversation, details and raw JSON. */
export function InteractionPanel({ id, timeZone, view }: Props) {
  const { data, error, refetch, isPlaceholderData } = useAsk(
    'GET /v1/interactions/:id',
    { params: { id } },
    { every: lookAgain },
  );
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  const setTab = (next: Tab) =>
    void navigate({
      to: '.',
      search: ({ tab: _, ...rest }) => (next === 'conversation' ? rest : { ...rest, tab: next }),
      replace: true,
      resetScroll: false,
    });
  if (error instanceof Refusal && error.status === 404) {
    return <EmptyState title="Interaction not found">It does not exist, or is no longer kept.</EmptyState>;
  }
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (!data) return <SkeletonRows rows={12} />;
  const tabs = TABS.filter(([name]) => name !== 'trace' || data.trace !== null).map(
    ([name, title]) => [name, name === 'conversation' && isWordless(data.type) ? 'Texts' : title] as const,
  );
  // The next interaction may have no trace.
  const shown = tabs.find(([name]) => name === tab)?.[0] ?? 'conversation';
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-50' : ''}>
      <PanelSummary interaction={data} timeZone={timeZone} />
      <Tabs label="Interaction" tabs={tabs} chosen={shown} onChoose={setTab}>
        <div className="pt-4">
          {shown === 'conversation' ? <Said key={data.id} interaction={data} view={view} /> : null}
          {shown === 'trace' && data.trace ? (
            <TraceWaterfall
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

type SaidProps = { interaction: Interaction; view: View };

function Said({ interaction, view }: SaidProps) {
  const { id, type, input, output } = interaction;
  const changes = usePromptChanges(interaction);
  const messages = useMemo(() => [...input, ...output], [input, output]);
  const known = useMemo(() => changes && foldable(input, changes.repeated), [changes, input]);
  const marks = useMemo(() => searchMarks(view, interaction), [view, interaction]);
  useFirstMark(view.q === undefined ? null : '[data-said]', changes !== null);
  return (
    <SearchMarksContext value={marks}>
      <div data-said className="flex flex-col gap-4">
        {messages.length === 0 ? (
          <NoTexts interaction={interaction} />
        ) : changes ? (
          <PromptChangesView {...changes} changes={changes} />
        ) : null}
        <MediaSource id={id} messages={messages}>
          {isWordless(type) ? (
            <RetrievalView interaction={interaction} />
          ) : (
            <Conversation messages={messages} answerFrom={input.length} known={known} />
          )}
        </MediaSource>
      </div>
    </SearchMarksContext>
  );
}
