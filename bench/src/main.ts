/** `npm run bench -- <name>`: each benchmark prints one JSON line last. */
import { FlagError } from '../../server/src/base/flags.ts';

const BENCHES = [
  'all',
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
  'search-index',
  'explain',
  'prompts',
  'scores',
  'monitors',
  'cluster',
  'start',
  'soak',
  'hostile',
] as const;

const [name = '', ...args] = process.argv.slice(2);
const known = BENCHES.find((bench) => bench === name);
if (!known) {
  console.error(
    `${name === '' ? 'Name a bench' : `There is no bench "${name}"`}. Known ones: ${BENCHES.join(', ')}.`,
  );
  process.exit(2);
}
const bench: { run: (args: string[]) => Promise<void> | void } = await import(`./${known}.ts`);
try {
  await bench.run(args);
} catch (error) {
  if (!(error instanceof FlagError)) throw error;
  console.error(error.message);
  process.exit(2);
}
