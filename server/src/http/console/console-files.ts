/**
 * The console as built by `npm run build`: a page and its files. They are read at the start and found by
 * name, so that no path leads to other files of this machine.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROUTES } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type StaticFile, sendFile, staticFile } from '../static-file.ts';

export const CONSOLE_FOLDER = fileURLToPath(new URL('../../../../console/dist', import.meta.url));

/** Files named by a hash of their content, which are cached for ever. */
const ASSETS = '/assets/';
const PAGE = '/index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

const NOT_BUILT =
  'The console is not built: run "npm run build" and start the server again. The API is described at /openapi.json.\n';

/** The first path segment of every API route: nothing below it is a page. */
const API_ROOTS = new Set(Object.values(ROUTES).map(({ path }) => path.split('/')[1]));

export class ConsoleFiles {
  readonly #files: ReadonlyMap<string, StaticFile>;

  constructor(folder: string) {
    this.#files = new Map(existsSync(folder) ? namesIn(folder).map((name) => fileIn(folder, name)) : []);
  }

  /** Sends the file at a path, or the page for an address of the console; false if it is neither. */
  answer(request: FastifyRequest, reply: FastifyReply, path: string): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const file = this.#files.get(path);
    if (!file && !isPage(path, request.headers.accept)) return false;
    if (file) sendFile(request, reply, file, path.startsWith(ASSETS));
    else this.sendPage(request, reply);
    return true;
  }

  /** Sends the page, which shows what belongs to the address in the browser. */
  sendPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const page = this.#files.get(PAGE);
    if (page) return sendFile(request, reply, page);
    return reply.status(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
  }
}

/** Anything that a browser may show; scripts and clients that mistype get a 404. */
function isPage(path: string, accept = ''): boolean {
  if (path === '/') return true;
  return accept.includes('text/html') && !path.startsWith(ASSETS) && !API_ROOTS.has(path.split('/')[1] ?? '');
}

function namesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length));
}

/** Read now, so that a later build does not mix with this one. */
function fileIn(folder: string, name: string): [path: string, file: StaticFile] {
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return [name.split(sep).join('/'), staticFile(type, readFileSync(join(folder, name)))];
}
