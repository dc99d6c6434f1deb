/** Filters by score in words, and views with them. */

import { valueName } from '../lib/upstream-names.ts';
import { figureText } from '../scores/score-text.ts';
import { type ScoreFilter, scoreParameters, scoresIn } from '../state/score-filters.ts';
import { readView, type View } from '../state/view.ts';

const alternatives = new Intl.ListFormat('en', { type: 'disjunction' });

/** Text of a chip behind the score's name. */
export function scoreFilterText({ values, min, max, scored }: ScoreFilter): { verb: string; text: string } {
  if (values !== undefined)
    return { verb: 'is', text: alternatives.format(values.map((value) => valueName('score.', value))) };
  if (min !== undefined && max !== undefined)
    return { verb: '', text: `${figureText(min)} to ${figureText(max)}` };
  if (min !== undefined) return { verb: '', text: `at least ${figureText(min)}` };
  if (max !== undefined) return { verb: '', text: `at most ${figureText(max)}` };
  return { verb: 'is', text: scored ? 'set' : 'not set' };
}

/** The view with another filter by this score, or without one. */
export function withScore(view: View, name: string, filter: ScoreFilter | null): View {
  const filters = scoresIn(view);
  if (filter === null) filters.delete(name);
  else filters.set(name, filter);
  const others = Object.entries(view).filter(
    ([key]) => !key.startsWith('score.') && key !== 'scored' && key !== 'not.scored',
  );
  return readView({ ...Object.fromEntries(others), ...scoreParameters(filters) });
}
