import type { ReviewedInteraction, ReviewedSession, ReviewItem } from '@parley/contract';
import { Conversation } from '../../conversation/conversation.tsx';
import { ErrorNote } from '../../conversation/error-note.tsx';
import { pairAcross } from '../../conversation/pair-tools.ts';
import { count } from '../../lib/format.ts';

/** What was said, and nothing else. */
export function ItemView({ item: { interaction, session } }: { item: ReviewItem }) {
  if (session) return <SessionView session={session} />;
  return interaction ? <InteractionView interaction={interaction} /> : null;
}

function InteractionView({ interaction: { input, output, error } }: { interaction: ReviewedInteraction }) {
  const messages = [...input, ...output];
  return (
    <div className="flex flex-col gap-4">
      {messages.length === 0 ? (
        <p className="text-ink-2">The texts of this interaction aren’t kept.</p>
      ) : null}
      <Conversation messages={messages} answerFrom={input.length} />
      {error ? <ErrorNote error={error} /> : null}
    </div>
  );
}

function SessionView({ session: { turns, isCut } }: { session: ReviewedSession }) {
  const paired = pairAcross(turns.map(({ newInput, output }) => [...newInput, ...output]));
  return (
    <div className="flex flex-col gap-6">
      {turns.map(({ id, newInput, output, error }, i) => {
        const place = `Turn ${count(i + 1)} of ${count(turns.length)}`;
        return (
          <article key={id} aria-label={place} className="flex flex-col gap-3">
            <h2 className="px-3.5 text-sm font-medium text-ink-3">{place}</h2>
            <Conversation messages={[...newInput, ...output]} paired={paired[i]} />
            {error ? <ErrorNote error={error} /> : null}
          </article>
        );
      })}
      {isCut ? (
        <p className="px-3.5 text-ink-3">Only the first {count(turns.length)} turns are shown.</p>
      ) : null}
    </div>
  );
}
