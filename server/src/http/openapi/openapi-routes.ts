/** The description of the API: for machines, and as a page that loads nothing from anywhere else. */
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Bind } from '../bind.ts';
import { type StaticFile, sendFile, staticFile } from '../static-file.ts';
import type { Assets } from './docs/page.ts';
import type { Description } from './write-description.ts';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function openapiRoutes(bind: Bind): void {
  const files = {
    'style.css': asset('style.css', 'text/css; charset=utf-8'),
    'script.js': asset('script.js', 'text/javascript; charset=utf-8'),
    'icon.svg': asset('icon.svg', 'image/svg+xml'),
  };
  const addressOf = (name: keyof typeof files) => `/docs/${name}?v=${files[name].version}`;
  const assets = {
    style: addressOf('style.css'),
    script: addressOf('script.js'),
    icon: addressOf('icon.svg'),
  };
  let written: Promise<{ json: StaticFile; page: StaticFile }> | undefined;
  const description = () => {
    written ??= writeDescription(assets).catch((error: unknown) => {
      written = undefined;
      throw error;
    });
    return written;
  };

  bind('openapi', async ({ request, reply }) => sendFile(request, reply, (await description()).json));

  bind('docs', async ({ request, reply }) => {
    reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY).header('Referrer-Policy', 'no-referrer');
    return sendFile(request, reply, (await description()).page);
  });

  bind('docsAsset', async ({ params, query, request, reply }) => {
    const file = files[params.file];
    return sendFile(request, reply, file, query.v === file.version);
  });
}

/** When it is first asked for: few ever do, and everybody waits for the server to start. */
async function writeDescription(assets: Assets): Promise<{ json: StaticFile; page: StaticFile }> {
  const thread = new Worker(new URL('./write-description.ts', import.meta.url), { workerData: assets });
  const { json, page } = await new Promise<Description>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => reject(new Error('The description of the API was not written.')));
  });
  return {
    json: staticFile('application/json; charset=utf-8', json),
    page: staticFile('text/html; charset=utf-8', page),
  };
}

function asset(name: string, type: string) {
  return staticFile(type, readFileSync(new URL(`./docs/${name}`, import.meta.url)));
}
