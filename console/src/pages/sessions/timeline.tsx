import type { SessionTurn } from '@parley/contract';
import { useRef } from 'react';
import { errorLine } from '../../conversation/error-text.ts';
import { count, duration, milliseconds, shortTime } from '../../lib/format.ts';
import { useWidth } from '../../lib/use-width.ts';
import { marksOf, type TurnMark } from './timeline-marks.ts';
import { turnId } from './use-named-turn.ts';

type Props = { turns: readonly SessionTurn[]; endsAt: string; ended: boolean; timeZone: string };

/** In pixels, from one lane to the next. */
const LANE = 14;

/** The turns on a time axis, with the gaps between them. */
export function Timeline({ turns, endsAt, ended, timeZone }: Props) {
  const box = useRef<HTMLElement>(null);
  const width = useWidth(box);
  const [first] = turns;
  if (!first) return null;
  const start = Date.parse(first.requestedAt);
  const end = Math.max(...turns.map(({ respondedAt }) => Date.parse(respondedAt)), start + 1);
  const share = (time: string) => (Date.parse(time) - start) / (end - start);
  const stretches = turns.map(({ requestedAt, respondedAt }) => ({
    from: share(requestedAt),
    to: Math.max(share(requestedAt), share(respondedAt)),
  }));
  const { marks, lanes } = marksOf(stretches, width);
  return (
    <div className="flex flex-col gap-1">
      <nav
        ref={box}
        aria-label={`${turns.length} turns over ${duration(end - start)}`}
        style={{ height: `${Math.max(2, lanes) * LANE + 4}px` }}
        className="relative before:absolute before:inset-x-0 before:top-1/2 before:h-px before:bg-line-strong"
      >
        {marks.map((mark) => (
          <Mark
            key={mark.first}
            mark={mark}
            turns={turns.slice(mark.first, mark.last + 1)}
            lanes={lanes}
            timeZone={timeZone}
          />
        ))}
      </nav>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-3">
        <span>{duration(end - start)} from the first question to the last answer</span>
        <span>
          {ended ? 'Ended' : 'Open until'} {shortTime(endsAt, timeZone)}
        </span>
      </p>
    </div>
  );
}

type MarkProps = { mark: TurnMark; turns: readonly SessionTurn[]; lanes: number; timeZone: string };

/** A turn, or several at one moment with their number; it leads to the first of them. */
function Mark({ mark, turns, lanes, timeZone }: MarkProps) {
  const what = textOf(mark.first + 1, turns, timeZone);
  const failed = turns.some(({ outcome }) => outcome !== 'ok');
  const isOne = turns.length === 1;
  return (
    <a
      href={`#${turnId(mark.first + 1)}`}
      title={what}
      style={{
        left: `${mark.left}px`,
        width: `${mark.width}px`,
        // One lane is as high as two.
        ...(lanes > 1
          ? { top: `${mark.lane * LANE + 3}px`, height: `${LANE - 2}px` }
          : { insetBlock: '6px' }),
      }}
      className={`absolute flex items-center justify-center overflow-hidden rounded-xs text-xs font-medium ${isOne ? (failed ? 'bg-bad' : 'bg-c1') : failed ? 'border border-bad bg-bad-soft text-bad' : 'border border-line-strong bg-raised text-ink-2'}`}
    >
      <span className="sr-only">{what}</span>
      {isOne ? null : <span aria-hidden="true">{count(turns.length)}</span>}
    </a>
  );
}

function textOf(number: number, turns: readonly SessionTurn[], timeZone: string): string {
  const [first] = turns;
  if (!first) return '';
  const at = shortTime(first.requestedAt, timeZone);
  if (turns.length > 1) return `Turns ${count(number)} to ${count(number + turns.length - 1)}: ${at}`;
  const failure = first.outcome === 'error' ? `, ${errorLine(first.error)}` : '';
  return `Turn ${count(number)}: ${at}, ${milliseconds(first.latencyMs)}${failure}`;
}
