/**
 * Checks the arrows between the folders of `server/src` against the table below: a folder imports only what its row
 * names, and every row names only rows above it, so no circle can form. An allowance that nothing uses fails, too.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFlags } from './read-flags.ts';

readFlags({});

/** `folder: what it may import`. A file belongs to the row with the longest path that it starts with. */
const ARROWS = `
  base:
  clocks:
  monitors/rules: clocks
  export:
  datasets: export
  threads: base
  journal: base
  engine: base
  formats:
  prices: formats
  prompts: base
  envelope: base
  otel: base envelope
  otel/exchange: base otel formats
  metadata: base envelope
  cluster: envelope metadata
  accounts: base clocks metadata cluster monitors/rules
  notify: base metadata cluster accounts
  store: base envelope engine
  record: base envelope formats prices otel/exchange store
  ingest: base envelope threads journal
  otel/intake: base envelope threads otel ingest
  sample: base ingest
  queries: base clocks formats prompts store record
  monitoring: base journal cluster store
  transfer: metadata store
  config.ts: base accounts store
  data-folder: base journal metadata cluster store
  backup: base journal metadata cluster store transfer
  retention: base metadata cluster accounts store
  drain: base envelope journal metadata cluster accounts otel prices prompts store record monitoring
  reading: base clocks envelope threads journal metadata cluster monitors/rules accounts notify export datasets otel prices store record queries
  monitors: metadata monitors/rules accounts
  reports: base clocks metadata monitors/rules accounts
  doctor: base envelope engine journal metadata cluster accounts store queries config.ts data-folder
  http: base clocks metadata cluster monitors/rules accounts notify store otel ingest otel/intake sample monitoring queries config.ts reading reports
  app.ts: base accounts http
  lifecycle: base envelope engine journal metadata cluster accounts notify store ingest otel/intake monitoring config.ts data-folder retention drain reading monitors reports http app.ts
  main.ts: base monitoring config.ts data-folder lifecycle
  cli: base clocks engine journal metadata cluster accounts prices store monitoring transfer config.ts data-folder backup drain doctor lifecycle main.ts
`;

/** Packages that a folder must do without, by how their names begin. */
const NEVER: Record<string, string> = {
  // Formats are pure functions: no file system, no clock, no network.
  formats: 'node:',
  // The journal keeps bytes; it knows nothing of interactions.
  journal: '@parley/',
};

/** A folder with more files than this, tests aside, holds more than one idea. */
const MOST_FILES = 40;

const SOURCES = fileURLToPath(new URL('../server/src/', import.meta.url));

const rows = ARROWS.trim()
  .split('\n')
  .map((line) => line.trim().split(':'))
  .map(([folder = '', may = '']) => ({ folder, may: may.split(' ').filter(Boolean) }));
const longestFirst = rows.map(({ folder }) => folder).sort((a, b) => b.length - a.length);
const problems = rows.flatMap(({ folder, may }, place) =>
  may
    .filter((other) => !rows.slice(0, place).some((row) => row.folder === other))
    .map((other) => `scripts/check-imports.ts: ${other} must stand above ${folder}`),
);

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);
const used = new Set<string>();
const filesIn = new Map<string, number>();
for (const file of files) {
  filesIn.set(dirname(file), (filesIn.get(dirname(file)) ?? 0) + 1);
  const folder = folderOf(file);
  if (folder === undefined) {
    problems.push(`server/src/${file} has no row in scripts/check-imports.ts`);
    continue;
  }
  const never = NEVER[folder];
  for (const name of importsOf(readFileSync(join(SOURCES, file), 'utf8'))) {
    if (never && name.startsWith(never)) problems.push(`server/src/${file} must not import ${name}`);
    const other: string | undefined = name.startsWith('.') ? folderOf(join(dirname(file), name)) : folder;
    if (other === folder) continue;
    used.add(`${folder} ${other}`);
    if (other === undefined || !rows.find((row) => row.folder === folder)?.may.includes(other)) {
      problems.push(`server/src/${file} must not import ${name}: ${folder} may not import ${other}`);
    }
  }
}
for (const { folder, may } of rows) {
  for (const other of may.filter((name) => !used.has(`${folder} ${name}`))) {
    problems.push(`scripts/check-imports.ts: ${folder} no longer imports ${other}`);
  }
}
for (const [folder, count] of filesIn) {
  if (count > MOST_FILES)
    problems.push(`server/src/${folder} has ${count} files: split it by what they are about`);
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

function folderOf(file: string): string | undefined {
  return longestFirst.find((folder) => file === folder || file.startsWith(`${folder}/`));
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport\(?|new URL\()\s*'([^']+)'/g)]
    .map(([, name = '']) => name)
    .filter((name) => !name.startsWith('.') || name.endsWith('.ts'));
}
