import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

const ARGS = [
  '--disable-gpu',
  // No traffic but what a page asks for.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A connection to the browser that the test runner shares, or a browser of its own where there is none. */
export async function launchBrowser(): Promise<Browser> {
  const shared = process.env.PARLEY_TEST_BROWSER_SERVER;
  return shared ? chromium.connect(shared) : chromium.launch(launchOptions());
}

/** A browser that several processes connect to, each with contexts of its own. */
export function launchSharedBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ ...launchOptions(), host: '127.0.0.1' });
}

function launchOptions(): LaunchOptions {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('There is no browser: "node scripts/ensure-browser.ts" gets one.');
  // Chromium has no sandbox for root.
  return { executablePath, args: ARGS, chromiumSandbox: process.getuid?.() !== 0 };
}
