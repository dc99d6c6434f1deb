/** The description of the API: for machines, and as a page that loads nothing from anywhere else. */
import { readFileSync } from 'node:fs';
import type { Bind } from '../bind.ts';
import { sendFile, staticFile } from '../static-file.ts';
import { docsPage } from './docs/page.ts';
import { openapi } from './openapi.ts';

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
  const document = openapi();
  const json = staticFile('application/json; charset=utf-8', JSON.stringify(document));
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
  const page = staticFile('text/html; charset=utf-8', docsPage(document, assets));

  bind('openapi', async ({ request, reply }) => sendFile(request, reply, json));

  bind('docs', async ({ request, reply }) => {
    reply.header('Content-Security-Policy', CONTENT_SECURITY_POLICY).header('Referrer-Policy', 'no-referrer');
    return sendFile(request, reply, page);
  });

  bind('docsAsset', async ({ params, query, request, reply }) => {
    const file = files[params.file];
    return sendFile(request, reply, file, query.v === file.version);
  });
}

function asset(name: string, type: string) {
  return staticFile(type, readFileSync(new URL(`./docs/${name}`, import.meta.url)));
}
