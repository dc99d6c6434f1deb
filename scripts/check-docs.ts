/** Fails when a document names a file, a script or a command that is not there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFlags } from './read-flags.ts';

readFlags({});

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const scripts: Record<string, string> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts;

const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  'sdk/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

const problems = documents.flatMap((document) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const missing = [...linkedFiles(document, text), ...namedFiles(text)].filter(
    (path) => !existsSync(join(ROOT, path)),
  );
  const unknown = [...text.matchAll(/npm run ([\w:-]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !scripts[name]);
  return [
    ...missing.map((path) => `${document} names ${path}, which is not there`),
    ...unknown.map((name) => `${document} names "npm run ${name}", which package.json lacks`),
  ];
});

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

/** Links to files, relative to the document. */
function linkedFiles(document: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, target = '']) =>
    relative(ROOT, join(ROOT, dirname(document), target)),
  );
}

/** Paths of the repository in backticks. */
function namedFiles(text: string): string[] {
  const names = [
    ...text.matchAll(/`((?:contract|server|bench|scripts|docs|console|deploy|sdk)\/[\w./-]*)`/g),
  ];
  return names.map(([, path = '']) => path);
}
