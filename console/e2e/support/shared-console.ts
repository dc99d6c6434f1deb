/** One server and one browser for all tests of a file. A fault on any page fails the test that opened it. */
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Browser as Person } from '../../../server/test/support/browser.ts';
import { eventually } from '../../../server/test/support/eventually.ts';
import { NO_STORE, startServer, type TestServer } from '../../../server/test/support/server-process.ts';
import { storeProxy } from '../../../server/test/support/store-proxy.ts';
import { tempFolder } from '../../../server/test/support/temp-folder.ts';
import { launchBrowser } from './launch.ts';
import { type Watch, watch } from './watch.ts';

type Cleanup = { after: (clean: () => void | Promise<void>) => void };

type Options = {
  /**
   * Whether payloads have to be stored: everything else works without a store, and starts faster. `own` gives
   * this server its own engine, which a test may stop.
   */
  store: boolean | 'own';
  env?: (test: Cleanup) => Promise<Record<string, string>>;
  /** Prepares data before the first test. */
  prepare?: (server: TestServer) => Promise<void>;
};

export type View = {
  as?: Person;
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** The language of the browser. */
  locale?: string;
};

export type SharedConsole = {
  readonly server: TestServer;
  /** For PARLEY_CLICKHOUSE_URL, and for writing to the store directly. */
  readonly storeUrl: string;
  /** A person who has signed up through the API. */
  person: (name: string) => Promise<Person>;
  /** A new window, with the cookies of `as`. */
  open: (path: string, view?: View) => Promise<Page>;
};

/** Settings of an empty server: without the application that other tests start with. */
const EMPTY_SERVER = {
  PARLEY_INIT_APP_NAME: '',
  PARLEY_INIT_APP_KEY: '',
  PARLEY_INIT_API_KEY: '',
  PARLEY_INIT_READ_TOKEN: '',
  // Every person has their own client address, so that throttles are not shared.
  PARLEY_TRUST_PROXY: '1',
  PARLEY_GRACE: '0',
};

/** Time to start the store; an engine may have to be compiled first. */
const STORE_MS = 120_000;
/** Length of the server's latest output to show with a fault. */
const OUTPUT_LENGTH = 4000;
/** Timeout of a single browser step: an overview makes ten queries, and the machine may be busy. */
const STEP_MS = 60_000;

export function sharedConsole({ store, env, prepare }: Options): SharedConsole {
  const cleanUps: (() => void | Promise<void>)[] = [];
  const test: Cleanup = { after: (clean) => void cleanUps.unshift(clean) };
  let running: { server: TestServer; browser: Browser; storeUrl: string } | undefined;
  const now = () => {
    if (!running) throw new Error('The server is started before the tests, not while they are listed.');
    return running;
  };

  before(async () => {
    const storeUrl = store === 'own' ? '' : store ? (await storeProxy(test)).url : NO_STORE;
    const server = await startServer({
      data: await tempFolder(),
      clickhouseUrl: storeUrl,
      env: { ...EMPTY_SERVER, ...(await env?.(test)) },
    });
    test.after(async () => void (await server.stop()));
    const isReady = () => server.output().includes('the store is ready');
    if (store) await eventually('the store is ready', isReady, STORE_MS);
    await prepare?.(server);
    const browser = await launchBrowser();
    test.after(() => browser.close());
    running = { server, browser, storeUrl };
  });
  after(async () => {
    for (const clean of cleanUps) await clean();
  });

  let opened: { context: BrowserContext; watched: Watch }[] = [];
  afterEach(async () => {
    const mine = opened;
    opened = [];
    const faults: string[] = [];
    for (const { context, watched } of mine) {
      faults.push(...(await watched.faults()));
      await context.close();
    }
    if (faults.length > 0) faults.push(now().server.output().slice(-OUTPUT_LENGTH));
    assert.deepEqual(faults, []);
  });

  return {
    get server() {
      return now().server;
    },
    get storeUrl() {
      return now().storeUrl;
    },
    person: (name) => new Person(now().server).signUp(`${name.toLowerCase()}@example.com`, { name }),
    async open(path, { as, theme = 'light', width = 1440, height = 900, locale = 'en-US' } = {}) {
      const { server, browser } = now();
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width, height },
        colorScheme: theme,
        timezoneId: 'Europe/Berlin',
        locale,
        // Without animations, so that nothing moves during a check.
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      context.setDefaultTimeout(STEP_MS);
      const watched = watch(context, server.url, store !== true);
      opened.push({ context, watched });
      const cookies = [...(as?.cookies ?? [])];
      await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: server.url })));
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
  };
}
