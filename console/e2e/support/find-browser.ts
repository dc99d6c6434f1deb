/** Finds a Chromium for the tests: the configured one, an installed one, or Playwright's own. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const APPLICATIONS = ['Google Chrome', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);

export function findBrowser(): string | null {
  const { PARLEY_TEST_BROWSER: named, PATH: path = '' } = process.env;
  if (named) return existsSync(named) ? named : null;
  const onPath = NAMES.flatMap((name) => path.split(delimiter).map((folder) => join(folder, name)));
  return [...onPath, ...APPLICATIONS, chromium.executablePath()].find((file) => existsSync(file)) ?? null;
}
