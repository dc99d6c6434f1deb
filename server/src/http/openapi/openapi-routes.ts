/** The description of the API: as OpenAPI for machines, and as a page of the console for people. */
import { Worker } from 'node:worker_threads';
import type { Bind } from '../bind.ts';
import type { ConsoleFiles } from '../console/console-files.ts';
import { type StaticFile, sendFile, staticFile } from '../static-file.ts';

/** Stricter than the console's policy: the reference shows nothing recorded, and submits no forms. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function openapiRoutes(bind: Bind, pages: ConsoleFiles): void {
  let written: Promise<StaticFile> | undefined;
  const description = () => {
    written ??= writeDescription().catch((error: unknown) => {
      written = undefined;
      throw error;
    });
    return written;
  };

  bind('openapi', async ({ request, reply }) => sendFile(request, reply, await description()));

  bind('docs', async ({ request, reply }) => {
    reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    return pages.sendPage(request, reply);
  });
}

/** Written on the first request instead of at the start, which every user of the server waits for. */
async function writeDescription(): Promise<StaticFile> {
  const thread = new Worker(new URL('./write-description.ts', import.meta.url));
  const json = await new Promise<string>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => reject(new Error('The description of the API was not written.')));
  });
  return staticFile('application/json; charset=utf-8', json);
}
