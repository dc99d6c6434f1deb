import type { Score, ScoreKind } from '@parley/contract';
import { percent } from '../lib/format.ts';
import type { ScoreValue } from './given-scores.ts';

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** A number without more digits than tell values apart. */
export function figureText(value: number): string {
  return numbers.format(value);
}

export function valueText(value: ScoreValue): string {
  if (typeof value === 'boolean') return value ? 'Up' : 'Down';
  return typeof value === 'number' ? figureText(value) : value;
}

/** A mean: of booleans the share of thumbs up. */
export function meanText(kind: ScoreKind, mean: number | null): string {
  return kind === 'boolean' || mean === null ? percent(mean) : figureText(mean);
}

/** Whether a program said so, and not a person. */
export function isMachine({ source }: Pick<Score, 'source'>): boolean {
  return source === 'judge' || source === 'api';
}

/** Who said so, where no name is known. */
const SOURCES: Record<Score['source'], string> = {
  user: 'User',
  review: 'Reviewer',
  api: 'API',
  judge: 'Judge',
};

export function authorText(
  { author, source }: Pick<Score, 'author' | 'source'>,
  names: ReadonlyMap<string, string>,
): string {
  return author === null ? SOURCES[source] : (names.get(author) ?? author);
}
