import { Link } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { Conversation } from '../../conversation/conversation.tsx';
import { ErrorNote } from '../../conversation/error-note.tsx';
import { MediaSource } from '../../conversation/media-source.tsx';
import { RetrievalView } from '../../conversation/retrieval-view.tsx';
import { isWordless } from '../../conversation/wordless.ts';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { PanelFigures } from './panel-figures.tsx';

type Props = {
  id: string;
  appId: string;
  /** Whether the panel shows it already. */
  isCurrent: boolean;
};

/** A call of a trace, opened in place: its figures and messages. */
export function TraceCall({ id, appId, isCurrent }: Props) {
  const { data, error, refetch } = useAsk('GET /v1/interactions/:id', { params: { id } });
  if (error) return <ErrorState error={error} retry={refetch} />;
  if (!data) return <SkeletonRows rows={4} />;
  const { type, input, output } = data;
  const messages = [...input, ...output];
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-3">
      {data.error ? <ErrorNote error={data.error} /> : null}
      <PanelFigures interaction={data} />
      {messages.length === 0 ? <p className="text-ink-3">The text of this interaction is not kept.</p> : null}
      <MediaSource id={id} messages={messages}>
        {isWordless(type) ? (
          <RetrievalView interaction={data} />
        ) : (
          <Conversation messages={messages} answerFrom={input.length} />
        )}
      </MediaSource>
      {isCurrent ? null : (
        <Link
          from="/apps/$appId/interactions"
          to="/apps/$appId/interactions"
          params={{ appId }}
          search={(before) => ({ ...before, id })}
          className="self-start text-sm text-accent hover:underline"
        >
          Open interaction
        </Link>
      )}
    </div>
  );
}
