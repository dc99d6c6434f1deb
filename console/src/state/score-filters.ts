/**
 * Filters by score in the address, as in the API: `score.NAME=VALUE`, `score.NAME.min`, `score.NAME.max`, `scored=NAME`
 * and `not.scored=NAME`.
 */
import type { ScoreDimension } from '@parley/contract';

const NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const ENDING = /\.(?:min|max|mean|count)$/;

export type ScoreFilter = {
  values?: string[];
  min?: number;
  max?: number;
  /** Whether there has to be such a score, or must not be. */
  scored?: boolean;
};

/** The parameters of a view; bounds are numbers, all others lists. */
export type ScoreParameters = { [name: `score.${string}`]: string[] | number } & {
  scored?: string[];
  'not.scored'?: string[];
};

export function isScore(name: string): name is ScoreDimension {
  return name.startsWith('score.') && NAME.test(scoreName(name)) && !ENDING.test(name);
}

/** The score's own name, without the prefix. */
export function scoreName(dimension: string): string {
  return dimension.slice('score.'.length);
}

/** The filters by score among parameters of an address, by name; drops whatever is invalid. */
export function scoresIn(search: Record<string, unknown>): Map<string, ScoreFilter> {
  const filters = new Map<string, ScoreFilter>();
  const add = (name: string, filter: ScoreFilter) => {
    if (isScore(`score.${name}`)) filters.set(name, { ...filters.get(name), ...filter });
  };
  for (const [key, value] of Object.entries(search)) {
    const [, name, bound] = /^score\.(.+)\.(min|max)$/.exec(key) ?? [];
    if (name !== undefined && (bound === 'min' || bound === 'max')) {
      const number = Number(value);
      if (value !== '' && value !== null && Number.isFinite(number)) add(name, { [bound]: number });
    } else if (isScore(key) && texts(value).length > 0) add(scoreName(key), { values: texts(value) });
  }
  for (const name of texts(search.scored)) add(name, { scored: true });
  for (const name of texts(search['not.scored'])) add(name, { scored: false });
  return filters;
}

/** The parameters of these filters. */
export function scoreParameters(filters: ReadonlyMap<string, ScoreFilter>): ScoreParameters {
  const named = (scored: boolean) =>
    [...filters].filter(([, filter]) => filter.scored === scored).map(([name]) => name);
  const [scored, unscored] = [named(true), named(false)];
  const parameters: ScoreParameters = {
    ...(scored.length > 0 ? { scored } : {}),
    ...(unscored.length > 0 ? { 'not.scored': unscored } : {}),
  };
  for (const [name, { values, min, max }] of filters) {
    if (values !== undefined) parameters[`score.${name}`] = values;
    if (min !== undefined) parameters[`score.${name}.min`] = min;
    if (max !== undefined) parameters[`score.${name}.max`] = max;
  }
  return parameters;
}

/** Values in an address may have been read as numbers or booleans. */
function texts(value: unknown): string[] {
  return [value].flat().filter(isPlain).map(String);
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value) && value !== '';
}
