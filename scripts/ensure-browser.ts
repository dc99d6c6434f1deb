/**
 * Ensures that there is a browser for the console's tests, before `npm test` and `npm run screenshots`. If
 * none is found and this is root on Debian, Debian's package is installed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { findBrowser } from '../console/e2e/support/find-browser.ts';
import { readFlags } from './read-flags.ts';

readFlags({});

const OS_RELEASE = '/etc/os-release';

if (!findBrowser()) {
  if (process.env.PARLEY_TEST_BROWSER) fail('PARLEY_TEST_BROWSER names a file that does not exist.');
  if (process.getuid?.() !== 0 || !isDebian()) fail('There is no browser to test the console with.');
  install();
  if (!findBrowser()) fail("Debian's chromium was installed, but cannot be found.");
}

function install(): void {
  console.log("There is no browser to test the console with: installing Debian's chromium.");
  const run = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  try {
    run('update');
    run('install', '-y', '--no-install-recommends', 'chromium');
  } catch {
    fail("Debian's chromium could not be installed.");
  }
}

function isDebian(): boolean {
  return existsSync(OS_RELEASE) && /^ID=debian$/m.test(readFileSync(OS_RELEASE, 'utf8'));
}

function fail(reason: string): never {
  console.error(
    `${reason} Install Chromium or Chrome, or run "npx playwright-core install --with-deps chromium", ` +
      'or set PARLEY_TEST_BROWSER to the path of one; then start again.',
  );
  process.exit(1);
}
