/** Builds the console before `npm start` and `npm test`, when it is not built or its sources have changed. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Everything the build depends on; the packages by their versions. */
const SOURCES = [
  'console/src',
  'console/public',
  'console/index.html',
  'console/vite.config.ts',
  'package-lock.json',
];
/** What the build was made from; gone with the build. */
const MADE_FROM = join(ROOT, 'console/dist/.made-from');

const hash = hashOf(SOURCES.flatMap(filesIn));
if (!existsSync(MADE_FROM) || readFileSync(MADE_FROM, 'utf8') !== hash) {
  build();
  writeFileSync(MADE_FROM, hash);
}

function build(): void {
  try {
    execFileSync('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  } catch {
    console.error('The console could not be built. "npx parley serve" starts the server without it.');
    process.exit(1);
  }
}

function filesIn(path: string): string[] {
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  const names = readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(path, name)).filter((name) => statSync(join(ROOT, name)).isFile());
}

function hashOf(files: string[]): string {
  const all = createHash('sha256');
  for (const file of files.sort()) {
    const own = createHash('sha256')
      .update(readFileSync(join(ROOT, file)))
      .digest('hex');
    all.update(`${file} ${own}\n`);
  }
  return all.digest('hex');
}
