import type { SessionTurn } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { Conversation } from '../../conversation/conversation.tsx';
import { ErrorNote } from '../../conversation/error-note.tsx';
import { ModelName } from '../../conversation/model-name.tsx';
import { OutcomeBadge } from '../../conversation/outcome.tsx';
import type { ShownMessage } from '../../conversation/pair-tools.ts';
import { compact, count, duration, milliseconds } from '../../lib/format.ts';
import { ScorePanel } from '../../scores/score-panel.tsx';
import { Money } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import { turnId } from './use-named-turn.ts';

type Props = {
  turn: SessionTurn;
  before: SessionTurn | undefined;
  /** The number of the turn, from 1, and of all turns. */
  number: number;
  of: number;
  /** The messages to show, with tool results from later turns. */
  paired: readonly ShownMessage[] | undefined;
  /** Whether the address names this turn. */
  named: boolean;
  timeZone: string;
};

/** Shorter pauses are not shown. */
const PAUSE_MS = 60_000;

/** The messages that a turn adds to the conversation, and its figures in one line. */
export function TurnView({ turn, before, number, of, paired, named, timeZone }: Props) {
  const { requestedAt, latencyMs, usage, cost, outcome, finishReason, error, newInput, output } = turn;
  const place = `Turn ${count(number)} of ${count(of)}`;
  const gap = before ? Date.parse(requestedAt) - Date.parse(before.respondedAt) : 0;
  return (
    <>
      {gap >= PAUSE_MS ? (
        <p className="flex items-center gap-3 py-1 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {duration(gap)} later
        </p>
      ) : null}
      <article
        id={turnId(number)}
        aria-label={place}
        data-scored
        className={`flex scroll-mt-16 flex-col gap-3 rounded-lg ${named ? 'outline-2 outline-offset-8 outline-accent-soft' : ''}`}
      >
        <h2 className="px-3.5 text-sm font-medium text-ink-3">
          <a href={`#${turnId(number)}`} className="hover:text-ink hover:underline">
            {place}
          </a>
        </h2>
        <Conversation messages={[...newInput, ...output]} paired={paired} />
        {error ? <ErrorNote error={error} /> : null}
        {turn.truncated ? (
          <p className="px-3.5 text-sm text-ink-3">
            Shortened. <TurnLink turn={turn}>Open interaction</TurnLink>
          </p>
        ) : null}
        <div className="px-3.5">
          <ScorePanel
            target={{ appId: turn.appId, type: 'interaction', id: turn.id }}
            scores={turn.scores}
            timeZone={timeZone}
            keys="focus"
            answer={turn.truncated ? '' : turn.outputText}
          >
            <Time at={requestedAt} timeZone={timeZone} />
            <ModelName model={turn.model} requestedModel={turn.requestedModel} />
            <span>{milliseconds(latencyMs)}</span>
            <span>{compact(usage.total)} tokens</span>
            <Money value={cost?.usd} />
            {outcome === 'ok' && finishReason === 'stop' ? null : (
              <OutcomeBadge outcome={outcome} finishReason={finishReason} />
            )}
            <TurnLink turn={turn}>Details</TurnLink>
          </ScorePanel>
        </div>
      </article>
    </>
  );
}

function TurnLink({ turn: { id, appId }, children }: { turn: SessionTurn; children: string }) {
  return (
    <Link
      to="/apps/$appId/interactions"
      params={{ appId }}
      search={{ range: '90d', id }}
      className="text-accent hover:underline"
    >
      {children}
    </Link>
  );
}
