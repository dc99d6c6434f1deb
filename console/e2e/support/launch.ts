import { type Browser, chromium } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

const ARGS = [
  '--disable-gpu',
  // A browser that does nothing but what it is asked to.
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (!executablePath) throw new Error('There is no browser: "node scripts/ensure-browser.ts" gets one.');
  // Chromium has no sandbox for root.
  return chromium.launch({ executablePath, args: ARGS, chromiumSandbox: process.getuid?.() !== 0 });
}
