/** Aggregates in two steps: what each shard has is a state of one, and the states are put together. */

/** The name, what comes in brackets before the arguments if there is anything, and the arguments. */
const AGGREGATE = /^(\w+)(\([^()]*\)(?=\())?(\(.*\))$/s;

export function stateOf(aggregate: string): string {
  return aggregate.replace(AGGREGATE, '$1State$2$3');
}

export function mergedFrom(aggregate: string, state: string): string {
  return aggregate.replace(AGGREGATE, `$1Merge$2(${state})`);
}
