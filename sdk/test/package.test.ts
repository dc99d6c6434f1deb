/** The published package: small, complete, and typed for both ES modules and CommonJS. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { link, linkClients, projectWithSdk } from './support/packed-sdk.ts';
import { missingReason, oldTypescript } from './support/runtimes.ts';

const run = promisify(execFile);
const SDK = fileURLToPath(new URL('..', import.meta.url));
const ROOT = join(SDK, '..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

const BUNDLES = ['node.cjs', 'node.js', 'web.cjs', 'web.js'];
/** Compiler options for every program here. */
const OPTIONS = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];

const PROGRAM = `
const parley = new Parley({ url: 'http://localhost:4780', appKey: 'a', apiKey: 'b' });
const counts: Counts = parley.counts;
const client = parley.bedrock({ middlewareStack: { add() {} }, region: 'eu-central-1' });
const region: string = client.region;
const exchange: Exchange = { format: 'openai', type: 'response', request: {}, response: {} };
parley.track(exchange).catch((error: ParleyError) => error.code === 'refused');
// @ts-expect-error: nothing of OpenAI's is called that
parley.track({ format: 'openai', type: 'generate', request: {}, response: {} });
// @ts-expect-error: a text is taken for universal alone
parley.track({ format: 'openai', type: 'chat', request: {}, response: 'The Elbe.' });
parley.track({ format: 'universal', type: 'chat', request: {}, response: 'The Elbe.' });
`;
const WITH_OPENAI = `
const openai: OpenAI = new OpenAI({ apiKey: 'c', fetch: parley.fetch });
const same: Promise<string> = parley.with({ session: 'a', labels: { feature: 'search' } }, async () => {
  const answer = await openai.chat.completions.create({ model: 'gpt-4o', messages: [] });
  return answer.id;
});
`;
const IMPORTED = "import { type Counts, type Exchange, Parley, type ParleyError } from '@parley/sdk';";

describe('the published package', () => {
  let project: string;
  let installed: string;

  before(async () => {
    project = await projectWithSdk();
    installed = join(project, 'node_modules/@parley/sdk');
  });

  it('contains only the build, its README and its licence', async () => {
    const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--silent'], { cwd: SDK });
    const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ files: { path: string }[] }];
    const names = files.map(({ path }) => path).sort();
    assert.deepEqual(names, (await filesIn(installed)).sort());
    assert.deepEqual(
      names.filter((name) => !/^dist\/types\/[\w/-]+\.d\.c?ts$/.test(name)),
      ['LICENSE', 'README.md', 'dist/browser.js', ...BUNDLES.map((name) => `dist/${name}`), 'package.json'],
    );
    for (const text of ['README.md', 'LICENSE'])
      assert.ok((await readFile(join(installed, text), 'utf8')).length > 1000);
  });

  it('has the size that its README states, minified and gzipped, and no dependencies', async () => {
    const sizes: number[] = [];
    for (const name of BUNDLES)
      sizes.push(gzipSync(await readFile(join(installed, 'dist', name)), { level: 9 }).length);
    const [, said] =
      /about (\d+) KB\s+gzipped/.exec(await readFile(join(installed, 'README.md'), 'utf8')) ?? [];
    assert.equal(Number(said), Math.round(Math.max(...sizes) / 1000), `${sizes} bytes`);
    const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    for (const kind of ['dependencies', 'optionalDependencies', 'peerDependencies', 'bundleDependencies'])
      assert.equal(manifest[kind], undefined, kind);
  });

  it('has a function for pages below 1 KB, which imports nothing', async () => {
    const text = await readFile(join(installed, 'dist/browser.js'), 'utf8');
    assert.ok(Buffer.byteLength(text) < 1024, `${Buffer.byteLength(text)} bytes`);
    assert.doesNotMatch(text, /import|require/);
  });

  it('has a bundle for Workers and browsers without Node modules', async () => {
    for (const name of ['web.js', 'web.cjs'])
      assert.doesNotMatch(
        await readFile(join(installed, 'dist', name), 'utf8'),
        /(from|require\()\s*["'`]node:/,
      );
  });

  it("has types for ES modules and CommonJS that work with OpenAI's client", async () => {
    await link(project, ['openai', '@types/node']);
    await compiles(project, {
      'program.mts': `import OpenAI from 'openai';\n${IMPORTED}\n${PROGRAM}${WITH_OPENAI}`,
      'program.cts': `import OpenAI from 'openai';\n${IMPORTED}\n${PROGRAM}${WITH_OPENAI}`,
      'required.cts':
        "import sdk = require('@parley/sdk');\nnew sdk.Parley().flush(10).then((sent: boolean) => sent);\n",
    });
  });

  it("has declarations that need only Node's types or only the DOM's", async () => {
    const files = { 'alone.mts': IMPORTED, 'alone.cts': IMPORTED };
    await link(project, ['@types/node']);
    await compiles(project, files, ['--skipLibCheck', 'false', '--types', 'node']);
    await compiles(project, files, ['--skipLibCheck', 'false', '--types', '', '--lib', 'es2022,dom']);
  });

  it('has declarations that compile with TypeScript 5.4', {
    skip: missingReason('old-typescript'),
  }, async () => {
    const program = `${IMPORTED}\n${PROGRAM}`;
    const files = { 'old.mts': program, 'old.cts': program };
    const without = ['--skipLibCheck', 'false', '--typeRoots', 'none', '--lib', 'es2022,dom'];
    await compiles(project, files, without, oldTypescript());
    await link(project, ['@types/node']);
    await compiles(project, files, ['--skipLibCheck', 'false', '--types', 'node'], oldTypescript());
  });

  it("has a README whose examples compile with all providers' clients", async () => {
    await link(project, ['@types/node']);
    await linkClients(project);
    const examples = [...(await readFile(join(SDK, 'README.md'), 'utf8')).matchAll(/```ts\n(.*?)```/gs)];
    assert.ok(examples.length > 15, `${examples.length} examples`);
    const files = examples.map(([, text = ''], index) => [`example-${index + 1}.mts`, complete(text)]);
    await compiles(project, Object.fromEntries(files));
  });
});

/** Adds the import and the instance that later examples take from the first one. */
function complete(example: string): string {
  const imported = example.includes("from '@parley/sdk'") ? '' : "import { Parley } from '@parley/sdk';\n";
  const made = example.includes('const parley =') ? '' : 'const parley = new Parley();\n';
  return `${imported}${made}${example}\nexport {};\n`;
}

async function compiles(
  project: string,
  files: Record<string, string>,
  more = ['--skipLibCheck'],
  tsc = TSC,
): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(project, name), text);
  const args = [tsc, ...OPTIONS, ...more, ...Object.keys(files)];
  await run(process.execPath, args, { cwd: project }).catch(({ stdout, message }) =>
    assert.fail(stdout || message),
  );
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
}
