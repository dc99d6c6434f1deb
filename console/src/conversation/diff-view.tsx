import { useMemo, useState } from 'react';
import { type DiffRow, diffLines, type Piece } from '../lib/diff-lines.ts';
import { count } from '../lib/format.ts';

/** Equal lines around a difference that are shown with it; longer runs are folded. */
const CONTEXT = 3;
/** Rows that are rendered at once; more are a click away. */
const MAX_ROWS = 400;

type Props = { before: string; after: string };

/** Two texts with their differences: side by side, on narrow screens one below the other. */
export function DiffView({ before, after }: Props) {
  const rows = useMemo(() => diffLines(before, after), [before, after]);
  const [most, setMost] = useState(MAX_ROWS);
  return (
    <div className="overflow-hidden rounded-md border border-line text-sm">
      {runsOf(rows.slice(0, most)).map(({ start, run, folded }) =>
        folded ? (
          <details key={start} className="border-y border-line first:border-t-0 last:border-b-0">
            <summary className="bg-sunken px-3 py-1 text-ink-3">{count(run.length)} equal lines</summary>
            <Rows rows={run} />
          </details>
        ) : (
          <Rows key={start} rows={run} />
        ),
      )}
      {rows.length > most ? (
        <button
          type="button"
          onClick={() => setMost(rows.length)}
          className="w-full border-t border-line px-3 py-1.5 text-left font-medium text-accent hover:bg-sunken"
        >
          Show all {count(rows.length)} lines
        </button>
      ) : null}
    </div>
  );
}

function Rows({ rows }: { rows: readonly DiffRow[] }) {
  return (
    <div className="grid md:grid-cols-2">
      {rows.map((row, place) =>
        row.same ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move.
          <div key={place} className="contents text-ink-2">
            <Line mark=" ">{row.text}</Line>
            {/* The same line on the other side; below each other, it is shown once. */}
            <Line mark=" " className="border-line max-md:hidden md:border-l" hidden>
              {row.text}
            </Line>
          </div>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never move.
          <div key={place} className="contents">
            <Side pieces={row.before} side="before" />
            <Side pieces={row.after} side="after" />
          </div>
        ),
      )}
    </div>
  );
}

const SIDES = {
  before: { mark: '−', line: 'bg-bad-soft', word: 'bg-bad/20' },
  after: { mark: '+', line: 'bg-good-soft', word: 'bg-good/20' },
} as const;

function Side({ pieces, side }: { pieces: readonly Piece[] | null; side: keyof typeof SIDES }) {
  const { mark, line, word } = SIDES[side];
  const edge = side === 'after' ? 'border-line md:border-l' : '';
  if (pieces === null) return <div className={`bg-sunken max-md:hidden ${edge}`} />;
  const Changed = side === 'before' ? 'del' : 'ins';
  // A line that differs as a whole needs no marks in it.
  const isWhole = pieces.every(({ changed }) => changed);
  return (
    <Line mark={mark} className={`${line} ${edge}`}>
      {pieces.map(({ text, changed }, place) =>
        changed ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces never move.
          <Changed key={place} className={`no-underline ${isWhole ? '' : `rounded-xs ${word}`}`}>
            {text}
          </Changed>
        ) : (
          text
        ),
      )}
    </Line>
  );
}

type LineProps = { mark: string; className?: string; hidden?: boolean; children: React.ReactNode };

function Line({ mark, className = '', hidden, children }: LineProps) {
  return (
    <div aria-hidden={hidden} className={`flex min-w-0 gap-2 px-2 py-px ${className}`}>
      <span aria-hidden="true" className="w-2 shrink-0 text-center text-ink-3 select-none">
        {mark}
      </span>
      <span dir="auto" className="min-h-[1lh] min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">
        {children}
      </span>
    </div>
  );
}

type Run = { start: number; run: DiffRow[]; folded: boolean };

/** Runs of rows that are shown, and of equal ones that are folded. */
function runsOf(rows: readonly DiffRow[]): Run[] {
  const near = new Set<number>();
  for (const [i, row] of rows.entries())
    if (!row.same) for (let j = i - CONTEXT; j <= i + CONTEXT; j++) near.add(j);
  const runs: Run[] = [];
  for (const [i, row] of rows.entries()) {
    const folded = !near.has(i);
    const last = runs.at(-1);
    if (last?.folded === folded) last.run.push(row);
    else runs.push({ start: i, run: [row], folded });
  }
  // A single line takes no more space than its fold.
  return runs.map((one) => (one.run.length === 1 ? { ...one, folded: false } : one));
}
