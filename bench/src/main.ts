/** `npm run bench -- <name>`: each bench prints one JSON line last. */
const BENCHES = [
  'ingest',
  'sustained',
  'visible',
  'beside',
  'cost',
  'normalise',
  'otlp',
  'otlp-decode',
  'sdk',
  'queries',
  'cluster',
  'hostile',
] as const;

const [name = '', ...args] = process.argv.slice(2);
const known = BENCHES.find((bench) => bench === name);
if (!known) {
  console.error(`npm run bench -- ${BENCHES.join(' | ')}`);
  process.exit(2);
}
const bench: { run: (args: string[]) => Promise<void> | void } = await import(`./${known}.ts`);
await bench.run(args);
