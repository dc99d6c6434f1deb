/**
 * Words and searches, as server and console understand them. The console imports this folder directly, without the
 * schemas of the contract.
 */
export * from './matches.ts';
export * from './search-in.ts';
export * from './text-runs.ts';
export * from './words.ts';
