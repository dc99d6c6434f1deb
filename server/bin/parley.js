#!/usr/bin/env node
// Runs on any Node version, so that it can say which one is needed (from package.json).
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
// Compiled code is cached next to the sources, for this process, its threads and its children; nobody else
// can write there. In a read-only folder Node goes on without a cache.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../.cache/compiled', import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import('../src/cli/main.ts');
