#!/usr/bin/env node
// Runs on any Node, to say which one is needed: package.json has it, in the repository and in the package.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const needed = Number(/\d+/.exec(engines.node)?.[0]);
if (Number(process.versions.node.split('.')[0]) < needed) {
  console.error(
    `Parley needs Node ${needed} or later, and this is ${process.version}. Install a newer one from https://nodejs.org; in the repository, "npm start" and "npx parley" use the one that came with "npm ci".`,
  );
  process.exit(1);
}
// What was compiled once is not compiled again, neither here nor in threads and processes of this one; next to the code,
// and nowhere that somebody else can write to. Where the folder is read-only, everything goes on as without.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../.cache/compiled', import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('../src/cli/main.ts');
