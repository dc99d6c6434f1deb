/** Aggregates in two steps: each shard computes a state, and the states are merged. */

/** Name, optional parameters in brackets, and arguments of an aggregate. */
const AGGREGATE = /^(\w+)(\([^()]*\)(?=\())?(\(.*\))$/s;

export function stateOf(aggregate: string): string {
  return aggregate.replace(AGGREGATE, '$1State$2$3');
}

export function mergedFrom(aggregate: string, state: string): string {
  return aggregate.replace(AGGREGATE, `$1Merge$2(${state})`);
}
