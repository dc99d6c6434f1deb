#!/usr/bin/env node
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Parley needs Node 24 or later, and this is ${process.version}. Install a newer one from https://nodejs.org; in the repository, "npm start" and "npx parley" use the one that came with "npm ci".`,
  );
  process.exit(1);
}
await import('../src/cli/main.ts');
