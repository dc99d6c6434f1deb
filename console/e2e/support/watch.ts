/** What no page may do: talk to another host, break the server's policy, fail, or complain. */
import type { BrowserContext } from 'playwright-core';

export type Watch = {
  /** Once everything that was answered is read: to be asked before the context closes. */
  faults: () => Promise<readonly string[]>;
};

/** Nobody waits for it any more; or a test has taken the network away. */
const EXPECTED = new Set(['net::ERR_ABORTED', 'net::ERR_INTERNET_DISCONNECTED']);

/** `storeIsAway`: then the server says so with a 503, which is an answer. */
export function watch(context: BrowserContext, origin: string, storeIsAway: boolean): Watch {
  const faults: string[] = [];
  const reading: Promise<void>[] = [];
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol))
      faults.push(`asked another host: ${url}`);
  });
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const status = response.status();
    // The API refuses with these; anything else that is loaded has to be there.
    const refusal = status >= 400 && status < 500 && pathname.startsWith('/v1/');
    const expected = status < 400 || refusal || (storeIsAway && status === 503);
    if (expected) return;
    const report = (why: string) => void faults.push(`${pathname} was answered ${status}${why}`);
    reading.push(
      response.text().then(
        (text) => report(`: ${text.slice(0, 500)}`),
        () => report(''),
      ),
    );
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (!EXPECTED.has(reason)) faults.push(`${request.url()} failed: ${reason}`);
  });
  context.on('weberror', (error) => void faults.push(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    // A broken policy is an error, too.
    const loud = ['error', 'warning', 'assert'].includes(message.type());
    // Said of every refusal; judged above by its status.
    const refusal = message.text().startsWith('Failed to load resource');
    if (loud && !refusal) faults.push(`the page complained: ${message.text()}`);
  });
  return {
    async faults() {
      await Promise.all(reading);
      return faults;
    },
  };
}
