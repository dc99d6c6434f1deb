import type { SessionTurn } from '@parley/contract';
import { useRef } from 'react';
import { duration, milliseconds } from '../../lib/format.ts';
import { useWidth } from '../../lib/use-width.ts';

const HEIGHT = 34;

/** When was asked and how long it took; the empty stretches are the gaps between. */
export function Timeline({ turns, endsAt }: { turns: readonly SessionTurn[]; endsAt: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const width = useWidth(ref);
  const [first, last] = [turns[0], turns.at(-1)];
  if (!first || !last) return null;
  const start = Date.parse(first.requestedAt);
  const end = Math.max(...turns.map(({ respondedAt }) => Date.parse(respondedAt)), start + 1);
  const x = (time: string) => ((Date.parse(time) - start) / (end - start)) * Math.max(0, width - 6) + 3;
  return (
    <div ref={ref} className="flex flex-col gap-1">
      {width > 0 ? (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={`${turns.length} interactions over ${duration(end - start)}`}
        >
          <line x1={3} x2={width - 3} y1={HEIGHT / 2} y2={HEIGHT / 2} stroke="var(--color-line-strong)" />
          {turns.map(({ id, requestedAt, respondedAt, latencyMs, outcome }) => (
            <a key={id} href={`#${id}`}>
              <rect
                x={x(requestedAt) - 2}
                width={Math.max(4, x(respondedAt) - x(requestedAt))}
                y={8}
                height={HEIGHT - 16}
                rx={2}
                fill={outcome === 'ok' ? 'var(--color-c1)' : 'var(--color-bad)'}
              >
                <title>{`${requestedAt}: ${milliseconds(latencyMs)}`}</title>
              </rect>
            </a>
          ))}
        </svg>
      ) : (
        <div style={{ height: HEIGHT }} />
      )}
      <p className="flex justify-between text-sm text-ink-3">
        <span>{duration(end - start)} from the first question to the last answer</span>
        <span>
          open until {new Date(endsAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}
        </span>
      </p>
    </div>
  );
}
