/**
 * Builds a stage of a Dockerfile in a folder, step by step, as an image builder does. Every step runs, except
 * that `npm ci` only checks that the copied manifests agree with the lock file; the packages are those of
 * this repository, which the same command installed from the same lock file.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, statSync } from 'node:fs';
import { basename, join, matchesGlob, relative, resolve } from 'node:path';
import { BASE_PATH, contained, makeRoot } from './contained.ts';
import type { Stage, Step } from './dockerfile.ts';
import { networkSettings } from './installed.ts';

export type Context = {
  folder: string;
  /** Lines of `.dockerignore`. */
  ignored: string[];
  /** npm's download cache, shared with this machine. */
  npmCache: string;
  /** Roots of the stages built before, by name. */
  built: Record<string, string>;
};

const NPM_CI = 'npm ci';

const CACHE = '/root/.npm';

export function buildStage(stage: Stage, root: string, context: Context): void {
  makeRoot(root);
  let workdir = '/';
  let packages: Record<string, string> = {};
  for (const step of stage.steps) {
    if (step.kind === 'WORKDIR') {
      workdir = step.folder;
      mkdirSync(join(root, workdir), { recursive: true });
    } else if (step.kind === 'COPY') copy(step, join(root, resolve(workdir, step.target)), context);
    else if (step.script === NPM_CI) {
      run(`${NPM_CI} --dry-run`, { root, workdir, volumes: { [CACHE]: context.npmCache } });
      packages = installedPackages(context.folder, workdir);
    } else run(step.script, { root, workdir, volumes: { [CACHE]: context.npmCache, ...packages } });
  }
}

function copy({ from, sources, target }: Step & { kind: 'COPY' }, into: string, context: Context): void {
  const folder = from === null ? context.folder : (context.built[from] ?? '');
  const filter = (path: string) => from !== null || !isIgnored(relative(folder, path), context.ignored);
  for (const source of sources) {
    const found = source === '.' ? ['.'] : globSync(source.replace(/^\//, ''), { cwd: folder });
    if (found.length === 0) throw new Error(`There is nothing to copy: ${source}`);
    for (const name of found) {
      const path = join(folder, name);
      const isInto = !statSync(path).isDirectory() && /[./]$/.test(target);
      cpSync(path, isInto ? join(into, basename(name)) : into, {
        recursive: true,
        verbatimSymlinks: true,
        filter,
      });
    }
  }
}

/** The last matching line decides; an ignored folder may contain files that are not ignored. */
function isIgnored(path: string, lines: string[]): boolean {
  if (path === '') return false;
  const fits = (pattern: string) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`);
  const line = lines.findLast((each) => fits(each.replace('!', '')));
  if (line === undefined || line.startsWith('!')) return false;
  return !lines.some((each) => each.startsWith(`!${path}/`));
}

/** Packages of the repository and its workspaces, by their paths in the stage. */
function installedPackages(folder: string, workdir: string): Record<string, string> {
  const found = globSync('{.,*}/node_modules', { cwd: folder });
  return Object.fromEntries(found.map((path) => [join(workdir, path), join(folder, path)]));
}

type Run = { root: string; workdir: string; volumes: Record<string, string> };

function run(script: string, { root, workdir, volumes }: Run): void {
  const env = { ...networkSettings(), PATH: BASE_PATH, HOME: '/root', npm_config_cache: CACHE };
  const words = contained({ root, env, user: '0:0', workdir, volumes, readOnly: false }, [
    'sh',
    '-c',
    script,
  ]);
  const { status, stdout, stderr } = spawnSync(words[0] ?? '', words.slice(1), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`RUN ${script}\n${stdout}\n${stderr}`);
}
