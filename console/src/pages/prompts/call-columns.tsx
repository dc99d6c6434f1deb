import type { PromptSummary } from '@parley/contract';
import { count, milliseconds, NONE, percent } from '../../lib/format.ts';
import { meanText } from '../../scores/score-text.ts';
import type { Column } from '../../ui/data-table.tsx';

type Calls = Pick<PromptSummary, 'latencyMean' | 'errors' | 'interactions' | 'scores'>;

/** How calls went, of a prompt or of one of its versions. */
export const CALL_COLUMNS: readonly Column<Calls>[] = [
  {
    name: 'latency',
    head: 'Latency',
    hint: 'The mean',
    figure: true,
    wide: true,
    cell: ({ latencyMean }) => milliseconds(latencyMean),
  },
  {
    name: 'errors',
    head: 'Errors',
    figure: true,
    wide: true,
    cell: ({ errors, interactions }) => percent(errors / interactions),
  },
];

/** A column for each score that one of the rows has; the number of scores is to hover. */
export function scoreColumns(rows: readonly Calls[]): Column<Calls>[] {
  const shown = (rows[0]?.scores ?? []).filter(({ name }) =>
    rows.some(({ scores }) => scores.some((score) => score.name === name && score.scores > 0)),
  );
  return shown.map(({ name, kind }) => ({
    name: `score ${name}`,
    head: name,
    hint: kind === 'boolean' ? 'Thumbs up' : 'The mean',
    figure: true,
    wide: true,
    cell: ({ scores }) => {
      const score = scores.find((one) => one.name === name);
      if (!score || score.scores === 0) return NONE;
      return (
        <span title={`${count(score.scores)} ${score.scores === 1 ? 'score' : 'scores'}`}>
          {meanText(kind, score.mean)}
        </span>
      );
    },
  }));
}
