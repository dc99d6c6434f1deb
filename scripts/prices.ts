/**
 * `npm run prices`: installs the newest list prices (the npm package `@pydantic/genai-prices`) and prints
 * what changed, for review. `--dry-run` changes nothing; `--to VERSION` installs that version.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { PRICE_LIST } from '../server/src/base/price-list-version.ts';
import { packagedPriceLines, priceChanges } from '../server/src/prices/price-lines.ts';
import { readFlags } from './read-flags.ts';

const NAME = '@pydantic/genai-prices';
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const Published = z.object({ version: z.string(), time: z.record(z.string(), z.coerce.date()) });

const values = readFlags({ 'dry-run': { type: 'boolean', default: false }, to: { type: 'string' } });

const about = npm('view', `${NAME}@${values.to ?? 'latest'}`, 'version', 'time', '--json');
const { version, time } = Published.parse(JSON.parse(about));
const publishedAt = time[version]?.toISOString();
if (publishedAt === undefined)
  throw new Error(`The registry does not say when ${NAME} ${version} was published.`);

if (version === PRICE_LIST.version) {
  console.log(`The list prices are up to date: ${NAME} ${version}, published ${publishedAt.slice(0, 10)}.`);
} else {
  const before = await packagedPriceLines(installedFolder());
  const changes = priceChanges(before, await linesOf(version));
  console.log(`--- ${NAME} ${PRICE_LIST.version}, ${PRICE_LIST.publishedAt.slice(0, 10)}`);
  console.log(`+++ ${NAME} ${version}, ${publishedAt.slice(0, 10)}`);
  for (const line of changes) console.log(line);
  if (changes.length === 0) console.log('No price has changed.');
  if (!values['dry-run']) take(version, publishedAt);
}

function take(version: string, publishedAt: string): void {
  npm('install', '--save-exact', '--workspace', 'server', `${NAME}@${version}`);
  const file = 'server/src/base/price-list-version.ts';
  writeFileSync(
    join(ROOT, file),
    `/** Which version of \`${NAME}\` the list prices are, and when it was published. Written by \`npm run prices\`. */
export const PRICE_LIST = { version: '${version}', publishedAt: '${publishedAt}' };
`,
  );
  console.log(`
Review the prices above, run "npm test", and commit server/package.json, package-lock.json and ${file}.
What is stored keeps its cost until "parley reprocess" derives it again.`);
}

/** The contents of a version of the package, without installing it here. */
async function linesOf(version: string): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-prices-'));
  try {
    npm('install', '--prefix', folder, '--ignore-scripts', '--no-save', `${NAME}@${version}`);
    return await packagedPriceLines(join(folder, 'node_modules', NAME));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Where npm installed the version in use. */
function installedFolder(): string {
  return join(dirname(createRequire(join(ROOT, 'server/package.json')).resolve(NAME)), '..');
}

function npm(...args: string[]): string {
  return execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}
