/** `npm run test:long` raises what `npm test` keeps short: rounds, rows and runs. */
const IS_LONG = process.env.PARLEY_TEST_LONG === '1';

export function orLong(usual: number, long: number): number {
  return IS_LONG ? long : usual;
}
