import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

const ARGS = [
  '--disable-gpu',
  // No traffic except what a page requests.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Connects to the browser shared by the test runner, or launches one if there is none. */
export async function launchBrowser(): Promise<Browser> {
  const shared = process.env.PARLEY_TEST_BROWSER_SERVER;
  return shared ? chromium.connect(shared) : chromium.launch(launchOptions());
}

/** A browser that several processes connect to, each with its own contexts. */
export function launchSharedBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ ...launchOptions(), host: '127.0.0.1' });
}

function launchOptions(): LaunchOptions {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('There is no browser: "node scripts/ensure-browser.ts" gets one.');
  // Chromium's sandbox does not work for root.
  return { executablePath, args: ARGS, chromiumSandbox: process.getuid?.() !== 0 };
}
