/** Every file that names the version of Parley, and how each is changed for a release. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type FileChange = { path: string; before: string; after: string };

/** A version that cannot be released, or a file in which the current version is not found. */
export class ReleaseError extends Error {}

const CHART = 'deploy/helm/parley/Chart.yaml';
const CHANGELOG = 'CHANGELOG.md';
const LOCK = 'package-lock.json';
/** Documents that name packages, images and answers with the version in them. */
const DOCUMENTS = ['README.md', 'sdk/README.md', 'docs/api.md', 'docs/deployment.md'];

/** `date` is that of the release, as `YYYY-MM-DD`. */
export function changesFor(root: string, version: string, date: string): FileChange[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const { version: current, workspaces }: { version: string; workspaces: string[] } = JSON.parse(
    read('package.json'),
  );
  checkNewer(version, current);
  const change = (path: string, edit: (text: string) => string): FileChange => {
    const before = read(path);
    const after = edit(before);
    if (after === before) throw new ReleaseError(`${path} does not name the version ${current}.`);
    return { path, before, after };
  };
  const manifests = ['package.json', ...workspaces.map((workspace) => `${workspace}/package.json`)];
  return [
    ...manifests.map((path) =>
      change(path, (text) => text.replace(`"version": "${current}"`, `"version": "${version}"`)),
    ),
    change(LOCK, (text) => inLock(text, ['', ...workspaces], version)),
    change(CHART, (text) => text.replace(/^((?:appV|v)ersion: "?)[\d.]+/gm, `$1${version}`)),
    change(CHANGELOG, (text) => inChangelog(text, version, date)),
    ...DOCUMENTS.map((path) => change(path, (text) => inDocument(text, current, version))),
  ];
}

function checkNewer(version: string, current: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new ReleaseError(`A version is three numbers, such as 1.2.3, not "${version}".`);
  const numbers = (text: string) => text.split('.').map(Number);
  const older = numbers(current);
  const difference = numbers(version)
    .map((number, place) => number - (older[place] ?? 0))
    .find((step) => step !== 0);
  if (difference === undefined || difference < 0)
    throw new ReleaseError(`${version} is not newer than ${current}.`);
}

function inLock(text: string, folders: readonly string[], version: string): string {
  const lock: { version: string; packages: Record<string, { version?: string }> } = JSON.parse(text);
  lock.version = version;
  for (const folder of folders) {
    const entry = lock.packages[folder];
    if (!entry) throw new ReleaseError(`${LOCK} has no entry for "${folder}": run npm install.`);
    entry.version = version;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** What is unreleased becomes the release, below a new empty section. */
function inChangelog(text: string, version: string, date: string): string {
  const [, entries = ''] = /^## Unreleased\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(text) ?? [];
  if (!/^- /m.test(entries)) throw new ReleaseError(`${CHANGELOG} has no entries under "Unreleased".`);
  return text.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`);
}

/** Names such as `parley-sdk-1.2.3.tgz` and `parley:1.2.3`, and versions in answers. */
function inDocument(text: string, current: string, version: string): string {
  const named = new RegExp(
    `(parley(?:-sdk)?[-:]|"version":")${current.replaceAll('.', '\\.')}(?![\\d.]*\\d)`,
    'g',
  );
  return text.replace(named, `$1${version}`);
}
