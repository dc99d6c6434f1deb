#!/usr/bin/env node
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Parley needs Node 24 or later, and this is ${process.version}. Run it with "npx parley" or "npm start" from the repository: they use the Node that "npm ci" installed.`,
  );
  process.exit(1);
}
await import('../src/cli/main.ts');
