/**
 * Watches for what no page may do: contact another host, violate the content security policy, fail, or log
 * errors.
 */
import type { BrowserContext } from 'playwright-core';

export type Watch = {
  /** The faults so far, once all responses are read. Call it before the context closes. */
  faults: () => Promise<readonly string[]>;
};

/** An aborted request, or a test that took the network down. */
const EXPECTED_FAILURES = new Set(['net::ERR_ABORTED', 'net::ERR_INTERNET_DISCONNECTED']);

/** With `storeIsAway`, a 503 from the server is expected. */
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
    // Expected refusals of the API; every other resource has to load.
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
    if (!EXPECTED_FAILURES.has(reason)) faults.push(`${request.url()} failed: ${reason}`);
  });
  context.on('weberror', (error) => void faults.push(`uncaught: ${error.error().message}`));
  context.on('console', (message) => {
    // Violations of the content security policy are logged as errors, too.
    const loud = ['error', 'warning', 'assert'].includes(message.type());
    // Logged for every refusal; already judged above by its status.
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
