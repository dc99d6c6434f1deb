/**
 * `npm run screenshots`: a picture of every page of the console, filled like `npm run demo`, in both themes
 * and three widths, and of the mails that it sends. `--readme` also writes the README's pictures.
 */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from '../console/e2e/support/launch.ts';
import { type ConsolePage, ENTRY_PAGES, pagesOf, show } from '../console/e2e/support/pages.ts';
import { signIn } from '../console/e2e/support/steps.ts';
import { eventually } from '../server/test/support/eventually.ts';
import { takeMails } from './mail-pictures.ts';
import { readFlags } from './read-flags.ts';

const THEMES = ['light', 'dark'] as const;
const WINDOWS = {
  phone: { width: 390, height: 844 },
  wide: { width: 1440, height: 900 },
  large: { width: 2560, height: 1440 },
} as const;
const README = ['overview', 'interaction', 'session'];
const IMAGES = fileURLToPath(new URL('../docs/images', import.meta.url));
/** Slow engines need time to start and to render a page of charts. */
const STORE_MS = 120_000;
const PAGE_MS = 120_000;

const values = readFlags({
  to: { type: 'string', default: join(tmpdir(), 'parley-screenshots') },
  data: { type: 'string', default: join(tmpdir(), 'parley-screenshots-data') },
  /** Part of a page's name, to take only some pictures; `mail` needs no demo. */
  only: { type: 'string', default: '' },
  readme: { type: 'boolean', default: false },
});
const to = resolve(values.to);
mkdirSync(to, { recursive: true });

const browser = await launchBrowser();
try {
  await takeMails(browser, { to, only: values.only });
  if (!values.only.startsWith('mail')) await takePages(browser);
} finally {
  await browser.close();
}

async function takePages(by: Browser): Promise<void> {
  const demo = await startDemo();
  try {
    await takeAll(by, demo);
  } finally {
    await demo.stop();
  }
}

type Demo = { url: string; email: string; password: string; stop: () => Promise<void> };

async function startDemo(): Promise<Demo> {
  const script = fileURLToPath(new URL('demo.ts', import.meta.url));
  const child = spawn(process.execPath, [script, '--data', resolve(values.data), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => child.on('close', () => done()));
  let printed = '';
  return new Promise((started, failed) => {
    void ended.then(() => failed(new Error('The demo ended.')));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const url = /listens on (\S+)/.exec(printed)?.[1];
      const [, email = '', password = ''] = /Sign in as (\S+) with (\S+)/.exec(printed) ?? [];
      if (!url) return;
      const stop = () => {
        child.kill('SIGTERM');
        return ended;
      };
      started({ url, email, password, stop });
    });
  });
}

async function takeAll(by: Browser, { url, email, password }: Demo): Promise<void> {
  const context = await by.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/sign-in');
  await signIn(page, email, password);
  await page.waitForURL('**/overview*');
  const get = (path: string) => context.request.get(path, { timeout: PAGE_MS });
  // A folder that was filled earlier is served before its store is up.
  await eventually('the store answers', async () => (await get('/v1/interactions?limit=1')).ok(), STORE_MS);
  const pages = await pagesOf(async (path) => (await get(path)).json());
  const signedIn = await context.storageState();
  await context.close();
  for (const theme of THEMES) {
    for (const [size, viewport] of Object.entries(WINDOWS)) {
      const view = { baseURL: url, viewport, colorScheme: theme, reducedMotion: 'reduce' } as const;
      const suffix = `${size}-${theme}`;
      await take(by, view, ENTRY_PAGES, suffix);
      await take(by, { ...view, storageState: signedIn }, pages, suffix);
    }
  }
}

async function take(
  by: Browser,
  view: BrowserContextOptions,
  pages: readonly ConsolePage[],
  suffix: string,
): Promise<void> {
  const context = await by.newContext(view);
  context.setDefaultTimeout(PAGE_MS);
  const page = await context.newPage();
  for (const one of pages.filter(({ name }) => name.includes(values.only))) {
    await show(page, one);
    await page.waitForLoadState('networkidle');
    const path = join(to, `${one.name}-${suffix}.png`);
    await page.screenshot({ path, fullPage: true });
    console.log(path);
    if (!values.readme || suffix !== 'wide-light' || !README.includes(one.name)) continue;
    await page.screenshot({ path: join(IMAGES, `${one.name}.png`) });
  }
  await context.close();
}
