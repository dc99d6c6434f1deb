/** The package that the test runner has built, once for all files: `npm run package` takes longer than most tests. */
export function parleyTarball(): string {
  const tarball = process.env.PARLEY_TEST_TARBALL;
  if (!tarball) throw new Error('Run tests with "npm run test:run -- FILE": it builds the package for them.');
  return tarball;
}
