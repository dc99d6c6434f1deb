/** How far two people who answered the same questions agree. */
import { type Answers, MIN_PAIRS_FOR_KAPPA, type Question, type QuestionAgreement } from '@parley/contract';

/** The answers of two people about one item. */
export type AnsweredPair = readonly [Answers, Answers];

export function agreementOn(
  { name, kind }: Pick<Question, 'name' | 'kind'>,
  pairs: readonly AnsweredPair[],
): QuestionAgreement {
  const both = pairs.flatMap(([a, b]) => {
    const [first, second] = [a[name], b[name]];
    return first === undefined || second === undefined ? [] : [[first, second] as const];
  });
  const same = both.filter(([a, b]) => a === b).length;
  const isNumber = kind === 'number';
  const apart = both.reduce((sum, [a, b]) => sum + Math.abs(Number(a) - Number(b)), 0);
  return {
    name,
    kind,
    items: both.length,
    same,
    kappa:
      isNumber || both.length < MIN_PAIRS_FOR_KAPPA
        ? null
        : cohensKappa(both.map(([a, b]) => [String(a), String(b)])),
    meanDifference: isNumber && both.length > 0 ? apart / both.length : null,
  };
}

/**
 * The agreement beyond what chance would bring, given how often each of the two gives each answer. Null when both give
 * one and the same answer always: then chance alone explains everything.
 */
export function cohensKappa(pairs: readonly (readonly [string, string])[]): number | null {
  const n = pairs.length;
  const share = (side: 0 | 1, answer: string) => pairs.filter((pair) => pair[side] === answer).length / n;
  const observed = pairs.filter(([a, b]) => a === b).length / n;
  const expected = [...new Set(pairs.flat())].reduce(
    (sum, answer) => sum + share(0, answer) * share(1, answer),
    0,
  );
  return n === 0 || expected === 1 ? null : (observed - expected) / (1 - expected);
}
