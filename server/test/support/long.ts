/** `npm run test:long` raises the numbers of rounds, rows and runs that `npm test` keeps small. */
const IS_LONG = process.env.PARLEY_TEST_LONG === '1';

export function orLong(usual: number, long: number): number {
  return IS_LONG ? long : usual;
}
