import type { SessionTurn } from '@parley/contract';
import { duration, milliseconds, shortTime } from '../../lib/format.ts';
import { turnId } from './use-named-turn.ts';

type Props = { turns: readonly SessionTurn[]; endsAt: string; ended: boolean; timeZone: string };

/** The turns on a time axis, with the gaps between them. */
export function Timeline({ turns, endsAt, ended, timeZone }: Props) {
  const [first] = turns;
  if (!first) return null;
  const start = Date.parse(first.requestedAt);
  const end = Math.max(...turns.map(({ respondedAt }) => Date.parse(respondedAt)), start + 1);
  const share = (ms: number) => `${(100 * ms) / (end - start)}%`;
  return (
    <div className="flex flex-col gap-1">
      <nav
        aria-label={`${turns.length} turns over ${duration(end - start)}`}
        className="relative h-8 before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-line-strong"
      >
        {turns.map(({ id, requestedAt, respondedAt, latencyMs, outcome }, i) => {
          const at = Date.parse(requestedAt);
          const what = `Turn ${i + 1}: ${shortTime(requestedAt, timeZone)}, ${milliseconds(latencyMs)}`;
          return (
            <a
              key={id}
              href={`#${turnId(i + 1)}`}
              title={what}
              // The last turn ends within the line, however short it is.
              style={{
                left: `min(${share(at - start)}, 100% - 4px)`,
                width: share(Date.parse(respondedAt) - at),
              }}
              className={`absolute inset-y-1.5 min-w-1 rounded-xs ${outcome === 'ok' ? 'bg-c1' : 'bg-bad'}`}
            >
              <span className="sr-only">{what}</span>
            </a>
          );
        })}
      </nav>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-3">
        <span>{duration(end - start)} from the first question to the last answer</span>
        <span>
          {ended ? 'Timed out' : 'Open until'} {shortTime(endsAt, timeZone)}
        </span>
      </p>
    </div>
  );
}
