/** The examples of docs/api.md, compiled with the client that is generated from the OpenAPI document. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { openapi } from './openapi.ts';

const DOCS = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');
const TSC = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', import.meta.url));
const OPTIONS = {
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  module: 'nodenext',
  target: 'esnext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: [],
  allowImportingTsExtensions: true,
  paths: {
    'openapi-fetch': [fileURLToPath(import.meta.resolve('openapi-fetch')).replace(/\.mjs$/, '.d.mts')],
  },
};

const examples = blocks('ts');
const calls = blocks('sh').flatMap(curlCalls);
let types: string;

describe('a generated client', () => {
  before(async () => {
    // The generator accepts any JSON object.
    types = astToString(await openapiTS(JSON.stringify(openapi())));
  });

  it('compiles the TypeScript examples of docs/api.md, as one program', async () => {
    assert.ok(examples.length >= 5);
    assert.equal(await compile(examples.join('\n')), '');
  });

  it('can make every curl call of docs/api.md', async () => {
    assert.ok(calls.length >= 3);
    assert.equal(await compile([examples[0], ...calls].join('\n')), '');
  });

  it('rejects calls that the API does not accept', async () => {
    const wrong = [
      `await parley.GET('/v1/interaction');`,
      `await parley.GET('/v1/interactions', { params: { query: { outcome: 'fine' } } });`,
      `await parley.POST('/v1/query', { body: { measures: ['costUsd'], bucket: 'fortnight' } });`,
      `(await parley.GET('/v1/interactions')).data?.rows;`,
    ];
    const errors = await compile([examples[0], ...wrong].join('\n'));
    assert.equal(errors.match(/error TS/g)?.length, wrong.length, errors);
  });
});

function blocks(language: string): string[] {
  return [...DOCS.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, text = '']) => text,
  );
}

/** `curl … URL [-d BODY]` as a call of the client. */
function curlCalls(block: string): string[] {
  return block
    .replaceAll('\\\n', ' ')
    .split(/^(?=curl )/m)
    .filter((command) => command.startsWith('curl '))
    .map((command) => {
      const address = /http:\/\/localhost:4780[^\s"']*/.exec(command)?.[0];
      assert.ok(address, command);
      const { pathname, searchParams } = new URL(address);
      const body = /-d '(.*)'/s.exec(command)?.[1];
      if (body !== undefined) return `await parley.POST('${pathname}', { body: ${body} });`;
      const query = JSON.stringify(Object.fromEntries(searchParams));
      return `await parley.GET('${pathname}', { params: { query: ${query} } });`;
    });
}

/** Compiler errors of a program that uses the client. */
async function compile(program: string): Promise<string> {
  const folder = await tempFolder();
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }));
  await writeFile(join(folder, 'parley.d.ts'), types);
  await writeFile(join(folder, 'example.ts'), program);
  return new Promise((resolve) => {
    execFile(process.execPath, [TSC, '-p', folder], { cwd: folder }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}
