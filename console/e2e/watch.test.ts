/** The check that the other tests rely on: a misbehaving page is noticed. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { eventually } from '../../server/test/support/eventually.ts';
import { listen } from '../../server/test/support/listen.ts';
import { launchBrowser } from './support/launch.ts';
import { watch } from './support/watch.ts';

const PAGE = `<!doctype html><title>A bad page</title>
  <link rel="icon" href="/bad.js">
  <script>inline()</script>
  <script src="/bad.js"></script>`;
const SCRIPT = `
  fetch('/missing.css');
  new Image().src = 'http://other.invalid/pixel.png';
  throw new Error('as it was told');`;

it('other hosts, policy violations, missing files and errors are noticed', async (test) => {
  const server = createServer(({ url }, response) => {
    if (url === '/') {
      response.setHeader('Content-Security-Policy', "default-src 'self'; img-src *");
      response.setHeader('Content-Type', 'text/html');
      response.end(PAGE);
    } else if (url === '/bad.js') response.setHeader('Content-Type', 'text/javascript').end(SCRIPT);
    else response.writeHead(404).end();
  });
  const origin = `http://127.0.0.1:${await listen(test, server)}`;
  const browser = await launchBrowser();
  test.after(() => browser.close());
  const context = await browser.newContext();
  const { faults } = watch(context, origin, false);
  const noticed = async (fault: string) => (await faults()).some((one) => one.includes(fault));
  await (await context.newPage()).goto(origin);
  for (const fault of [
    'asked another host: http://other.invalid/pixel.png',
    'http://other.invalid/pixel.png failed',
    'Content Security Policy',
    '/missing.css was answered 404',
    'uncaught: as it was told',
  ])
    await eventually(fault, () => noticed(fault));
  const all = await faults();
  assert.equal(all.length, 5, all.join('\n'));
});
