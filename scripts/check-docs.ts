/**
 * Fails when the documents and the code disagree: files, scripts, commands, flags and variables that do not exist,
 * folders that docs/architecture.md does not name, and decisions without a date, a status or a row in their index.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFlags } from './read-flags.ts';

readFlags({});

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DECISIONS = 'docs/decisions';
/** Where a variable may be read or set. */
const SOURCES = [
  'server',
  'scripts',
  'sdk',
  'console',
  'bench',
  'deploy',
  'compose.yaml',
  'compose.cluster.yaml',
  'Dockerfile',
];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'packed', 'images']);

const scripts: Record<string, string> = JSON.parse(textOf('package.json')).scripts;
const documents = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  'sdk/README.md',
  ...filesIn('docs').filter((name) => name.endsWith('.md')),
];
const help = helpOf('help') + helpOf('serve', '--help');
const knownCommands = commandsIn(help);
/** Flags of the help, and those that a command reads without naming them there. */
const knownFlags = new Set([
  ...flagsIn(help),
  ...filesIn('server/src/cli').flatMap((path) =>
    [...textOf(path).matchAll(/'([a-z][a-z-]*)'/g)].map(([, name]) => `--${name}`),
  ),
]);
const knownVariables = new Set(SOURCES.flatMap(filesIn).flatMap((path) => variablesIn(textOf(path))));

const problems = [...documents.flatMap(problemsOf), ...missingRooms(), ...decisionProblems()];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

function problemsOf(document: string): string[] {
  const text = textOf(document);
  // Old entries name what was there then.
  const isHistory = document === 'CHANGELOG.md';
  return [
    ...[...linkedFiles(document, text), ...namedFiles(text)]
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `names ${path}, which does not exist`),
    ...[...text.matchAll(/npm run ([\w:-]+)/g)]
      .filter(([, name = '']) => !scripts[name])
      .map(([, name]) => `names "npm run ${name}", which package.json lacks`),
    ...(isHistory ? [] : unknownCommands(text)).map((line) => `names "${line}", which does not exist`),
    ...(isHistory ? [] : variablesIn(text))
      .filter((name) => !isKnownVariable(name))
      .map((name) => `names ${name}, which no source reads`),
  ].map((problem) => `${document} ${problem}`);
}

/** Links to files, relative to the document. */
function linkedFiles(document: string, text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, target = '']) =>
    relative(ROOT, join(ROOT, dirname(document), target)),
  );
}

/** Paths of the repository in backticks. */
function namedFiles(text: string): string[] {
  const names = [
    ...text.matchAll(/`((?:contract|sample|server|bench|scripts|docs|console|deploy|sdk)\/[\w./-]*)`/g),
  ];
  return names.map(([, path = '']) => path);
}

/** Calls of `parley` in backticks or at the beginning of a line of code, with a command or a flag that does not exist. */
function unknownCommands(text: string): string[] {
  const calls = [...text.matchAll(/(?:`|^|npx |bin\/)(parley(?: [a-z][a-z-]*)+(?: --[^`\n#]*)?)/gm)];
  return calls
    .map(([, call = '']) => call.trim())
    .filter((call) => {
      const [, command = '', verb = ''] = /^parley ([a-z]+)(?: ([a-z][a-z-]*))?/.exec(call) ?? [];
      const verbs = knownCommands.get(command);
      if (verbs === undefined) return command !== 'help' && command !== 'version';
      if (verb !== '' && verbs.size > 0 && !verbs.has(verb)) return true;
      return flagsIn(call).some((flag) => !knownFlags.has(flag));
    });
}

/** Commands of `parley help` with their verbs. */
function commandsIn(text: string): Map<string, Set<string>> {
  const commands = new Map<string, Set<string>>();
  for (const [, command = '', verb] of text.matchAll(/^ {2}parley ([a-z]+)(?: ([a-z-]+))?/gm)) {
    const verbs = commands.get(command) ?? new Set();
    if (verb) verbs.add(verb);
    commands.set(command, verbs);
  }
  return commands;
}

function flagsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag);
}

/** Names of Parley's variables; a family such as `PARLEY_INIT_*` by how its names begin. */
function variablesIn(text: string): string[] {
  return [...text.matchAll(/\bPARLEY_[A-Z_]+/g)].map(([name]) => name);
}

function isKnownVariable(name: string): boolean {
  if (!name.endsWith('_')) return knownVariables.has(name);
  return [...knownVariables].some((known) => known !== name && known.startsWith(name));
}

/** Folders of `server/src` that the table of docs/architecture.md lacks, and rows without a folder. */
function missingRooms(): string[] {
  const document = 'docs/architecture.md';
  const [, table = ''] = textOf(document).split('\n## Rooms\n');
  const named = new Set([...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name = '']) => name));
  const folders = new Set(
    readdirSync(join(ROOT, 'server/src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  );
  return [
    ...[...folders.difference(named)].map((name) => `${document} has no row for server/src/${name}`),
    ...[...named.difference(folders)].map(
      (name) => `${document} has a row for server/src/${name}, which does not exist`,
    ),
  ];
}

/** The index has one row per decision, with the title, date and status that are in the file. */
function decisionProblems(): string[] {
  const index = textOf(`${DECISIONS}/README.md`);
  const files = readdirSync(join(ROOT, DECISIONS)).filter((name) => /^\d{3}-/.test(name));
  const rows = [...index.matchAll(/^\| \d{3} \|.*$/gm)].map(([row]) => row);
  const expected = files.sort().map((name) => {
    const head =
      /^# (\d{3}): (.+)\n\n- Date: (\d{4}-\d{2}-\d{2})\n- Status: (accepted|superseded by \d{3})\n/;
    const [, number, title, date, status] = head.exec(textOf(`${DECISIONS}/${name}`)) ?? [];
    return { name, row: `| ${number} | [${title}](${name}) | ${date} | ${status} |`, isComplete: status };
  });
  return [
    ...expected
      .filter(({ isComplete }) => !isComplete)
      .map(({ name }) => `${DECISIONS}/${name} must begin with its number, title, date and status`),
    ...expected
      .filter(({ row }) => !rows.includes(row))
      .map(({ row }) => `${DECISIONS}/README.md lacks the row: ${row}`),
    ...rows
      .filter((row) => !expected.some((one) => one.row === row))
      .map((row) => `${DECISIONS}/README.md has a row for no decision: ${row}`),
  ];
}

function helpOf(...args: string[]): string {
  return execFileSync(process.execPath, [join(ROOT, 'server/bin/parley.js'), ...args], { encoding: 'utf8' });
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Files of a folder, or the file itself. Packages, builds and hidden files are left out. */
function filesIn(path: string): string[] {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  return readdirSync(join(ROOT, path))
    .filter((name) => !name.startsWith('.') && !NOT_SOURCES.has(name))
    .flatMap((name) => filesIn(join(path, name)));
}
